// Drawing the run over time. A pixel that covers several states has the mix of their colours.

const TimePaint = {
  // Colours that people with any kind of colour vision tell apart: of states, and of calls of MPI by what they do.
  kinds: [
    { what: /^(I?[bsr]?send|I?m?recv|Sendrecv|I?m?probe|Improbe)/i, colour: '#56b4e9' }, // between two ranks
    { what: /^(Wait|Test)/, colour: '#9fb4c8' },
    { what: /^File_/, colour: '#5b5fc7' },
    { what: /^(Comm|Type|Win|Group|Init|Finalize)/, colour: '#6f7882' },
    { what: /./, colour: '#0072b2' }, // among all
  ],
  mostArrows: 400,
  titles: new Map(), // as far as they have room, which takes long to measure
  words: new Map(), // by name
  colours: new Map(),
  used: new Map(), // how many names have a colour, by kind
  taken: [], // places of colours in use, see Hues
  checked: 48, // so many names are held apart

  // colour is that of a name. Calls of one kind are of one hue, those that took less are lighter; all others have colours of their own.
  colour(name) {
    if (!TimePaint.colours.has(name)) Groups.colours();
    if (!TimePaint.colours.has(name)) {
      // of a run that goes on further ones come, and those that are there keep theirs
      const of = TimePaint.used;
      if (TimePaint.taken.length === 0)
        TimePaint.taken = TimePaint.kinds.map((k) => Hues.places(Colours.parts(k.colour)));
      for (const n of TimeData.order.filter((other) => !TimePaint.colours.has(other))) {
        const kind = Data.timeline.calls[n] ? TimePaint.kinds.find((k) => k.what.test(Data.timeline.names[n])) : null;
        const before = of.get(kind) || 0;
        of.set(kind, before + 1);
        if (!kind) {
          const c = Hues.pick(Data.timeline.names[n], TimePaint.taken);
          if (TimePaint.taken.length < TimePaint.checked) TimePaint.taken.push(c.places);
          TimePaint.colours.set(n, c.rgb);
          continue;
        }
        const rgb = Colours.parts(kind.colour);
        TimePaint.colours.set(
          n,
          rgb.map((v) => Math.round(v + (255 - v) * Math.min(0.45, 0.15 * before))),
        );
      }
    }
    const rgb = TimePaint.colours.get(name);
    if (State.query === '' || Timeline.label(name).toLowerCase().includes(State.query.toLowerCase())) return rgb;
    const back = Colours.parts(Colours.scale('none'));
    return rgb.map((v, k) => Math.round(0.15 * v + 0.85 * back[k]));
  },

  // title is that of a lane as far as it has room beside it: without the host, and then without what is no name.
  title(lane, g) {
    const whole = TimeData.title(lane),
      texts = [whole],
      key = Timeline.gutter + g.font + whole,
      { titles } = TimePaint;
    if (titles.has(key)) return titles.get(key);
    if (titles.size > 20000) titles.clear();
    if (lane.rank !== '' && whole.startsWith(lane.host)) texts.push(whole.slice(lane.host.length).trim());
    texts.push(texts.at(-1).replace(lane.thread === 'main' ? ' thread main' : ' thread', ''));
    titles.set(key, texts.find((text) => g.measureText(text).width <= Timeline.gutter - 8) || texts.at(-1));
    return titles.get(key);
  },

  // word is the name of a state as far as it has room: without what nearly all begin with, and then without all but its last part.
  word(g, name, room) {
    const { words } = TimePaint;
    if (!words.has(name)) {
      const text = Names.short(Timeline.label(name)),
        last = text.search(/[/.:][^/.:]+$/);
      words.set(name, { text, wide: g.measureText(text).width, last: last > 0 ? '…' + text.slice(last + 1) : text });
    }
    const word = words.get(name);
    return word.wide > room ? word.last : word.text;
  },

  // sized gives a canvas of this size to draw on: what is on it stays, if it had it before.
  sized(c, wide, high) {
    const sharp = devicePixelRatio || 1,
      w = Math.round(wide * sharp),
      h = Math.round(high * sharp),
      g = c.getContext('2d');
    if (c.width !== w || c.height !== h) {
      Object.assign(c, { width: w, height: h });
      Object.assign(c.style, { width: wide + 'px', height: high + 'px' });
    }
    g.setTransform(sharp, 0, 0, sharp, 0, 0);
    g.lineWidth = 1;
    return g;
  },

  all() {
    const c = Timeline.canvas,
      rows = Timeline.shown,
      high = Timeline.high;
    const g = TimePaint.sized(c, Timeline.wide, rows * high + 18),
      style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--ink'),
      soft = style.getPropertyValue('--soft'),
      line = style.getPropertyValue('--line'),
      back = Colours.scale('none');
    g.fillStyle = back;
    g.fillRect(0, 0, Timeline.wide, rows * high + 18);
    g.font = Math.min(12, high - 2) + 'px system-ui, sans-serif';
    g.textBaseline = 'middle';
    const first = Math.floor(Timeline.box.scrollTop / high);
    Strips.colours();
    const several = Timeline.per > 1,
      seen = several ? [] : Timeline.list.slice(first, first + rows);
    TimePaint.rough =
      Timeline.moving && seen.reduce((sum, lane) => sum + TimeData.inside(lane, Timeline.from, Timeline.to), 0) > 60000;
    if (several) Machine.draw(g);
    else Strips.draw(g, seen, high - (high > 6 ? 1 : 0));
    for (let row = 0; row < rows && (first + row) * Timeline.per < Timeline.list.length; row++) {
      const lane = Timeline.list[(first + row) * Timeline.per],
        y = 18 + row * high;
      if ((first + row) % Math.ceil(14 / high) === 0 && (row === 0 || y + 12 <= 18 + rows * high)) {
        // names take room
        g.font = Math.max(11, Math.min(12, high - 2)) + 'px system-ui, sans-serif';
        g.fillStyle = first + row === Timeline.row(Timeline.lane) ? ink : soft;
        g.fillText(TimePaint.title(lane, g), 4, y + Math.max(high, 11) / 2, Timeline.gutter - 8);
      }
    }
    TimePaint.messages(g, first, rows, ink, back);
    if (Timeline.critical) TimePaint.path(g, first, rows, ink);
    TimePaint.ruler(g, ink, line);
    const chosen = Timeline.row(Timeline.lane) - first,
      x = Timeline.gutter + ((Timeline.at - Timeline.from) / (Timeline.to - Timeline.from)) * Timeline.width;
    g.strokeStyle = ink;
    if (chosen >= 0 && chosen < rows)
      g.strokeRect(Timeline.gutter + 0.5, 18 + chosen * high + 0.5, Timeline.width - 1, Math.max(high - 1, 3));
    if (x >= Timeline.gutter && x <= Timeline.wide) {
      g.beginPath();
      g.moveTo(x, 18);
      g.lineTo(x, 18 + rows * high);
      g.stroke();
    }
    Notes.marks(g);
    TimeMouse.draw(g, rows * high + 18);
    TimePaint.nested();
    Courses.draw();
    Timeline.frames = (Timeline.frames || 0) + 1;
  },

  // messages draws arrows between lanes, and hatches waits for those that come late, unless they are too many to be seen; relations are dashed.
  messages(g, first, rows, ink, back) {
    const list = [],
      high = Timeline.high,
      m = TimeData.messages;
    TimeData.eachMessage(Timeline.from, Timeline.to, (i) => list.push(i) > TimePaint.mostArrows);
    if (list.length > TimePaint.mostArrows) return;
    const x = (t) => Timeline.gutter + ((t - Timeline.from) / (Timeline.to - Timeline.from)) * Timeline.width;
    g.save();
    g.beginPath();
    g.rect(Timeline.gutter, 18, Timeline.width, rows * high);
    g.clip();
    for (const i of list) {
      const from = Timeline.rowOf(m.from[i]) - first,
        to = Timeline.rowOf(m.to[i]) - first,
        y = (row) => 18 + (row + 0.5) * high;
      const wait = Math.min(m.at[i], m.until[i]);
      if (wait > m.since[i] && to >= 0 && to < rows && high >= 6) {
        g.strokeStyle = back;
        g.lineWidth = 1;
        g.setLineDash(Clocks.within(i) ? [2, 3] : []);
        g.beginPath();
        for (let a = x(m.since[i]); a < x(wait); a += 6) {
          g.moveTo(a, 18 + (to + 1) * high - 2);
          g.lineTo(Math.min(a + high, x(wait)), 18 + to * high + 1);
        }
        g.stroke();
        g.setLineDash([]);
        g.fillStyle = ink;
        if (m.kind[i] !== Messages.sent && Number.isFinite(Clocks.between(m.from[i], m.to[i])))
          Clocks.fringe(g, x(wait), y(to), Clocks.between(m.from[i], m.to[i]));
      }
      if (
        m.kind[i] === Messages.collective ||
        m.kind[i] === Messages.receiver ||
        (from < 0 && to < 0) ||
        (from >= rows && to >= rows)
      )
        continue;
      g.strokeStyle = g.fillStyle = ink;
      g.lineWidth = 1;
      g.setLineDash(m.kind[i] === Messages.caused ? [5, 3] : []);
      g.beginPath();
      g.moveTo(x(m.at[i]), y(from));
      g.lineTo(x(m.until[i]), y(to));
      g.stroke();
      g.setLineDash([]);
      g.beginPath();
      g.arc(x(m.until[i]), y(to), 2.5, 0, 7);
      g.fill();
      Clocks.fringe(g, x(m.at[i]), y(from), Clocks.error(m.from[i]));
      Clocks.fringe(g, x(m.until[i]), y(to), Clocks.error(m.to[i]));
    }
    g.restore();
  },

  // path marks the critical path, at the lower edge of its lanes.
  path(g, first, rows, ink) {
    const high = Timeline.high;
    const x = (t) => Timeline.gutter + ((t - Timeline.from) / (Timeline.to - Timeline.from)) * Timeline.width;
    g.fillStyle = ink;
    let last = '';
    for (const p of TimeData.path) {
      if (p.to < Timeline.from || p.from > Timeline.to) continue;
      const row = Timeline.rowOf(p.lane) - first;
      if (!(row >= 0 && row < rows)) continue;
      const a = Math.max(Timeline.gutter, x(p.from)),
        b = Math.min(Timeline.wide, x(p.to)),
        pixel = b - a < 1 ? row + ' ' + Math.floor(a) : '';
      if (pixel && pixel === last) continue;
      last = pixel;
      g.fillRect(a, 18 + (row + 1) * high - 3, Math.max(1, b - a), 2);
    }
  },

  ruler(g, ink, line) {
    Steps.ruler(g);
    const span = Timeline.to - Timeline.from,
      about = span / Math.max(2, Timeline.width / 110);
    const power = 10 ** Math.floor(Math.log10(about));
    const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= about);
    g.font = '11px system-ui, sans-serif';
    g.fillStyle = ink;
    g.strokeStyle = line;
    const first = Math.ceil(Timeline.from / step) * step,
      fine = step < first / 1000; // then all would have the same digits
    for (let t = first; t <= Timeline.to; t += step) {
      const x = Timeline.gutter + ((t - Timeline.from) / span) * Timeline.width;
      g.beginPath();
      g.moveTo(x, 12);
      g.lineTo(x, 18);
      g.stroke();
      if (x + 60 < Timeline.wide)
        g.fillText(fine && t > first ? '+ ' + Format.time(t - first) : Format.moment(t, step < 1e9 ? 3 : 0), x + 3, 8);
    }
  },

  // nested draws the states of the chosen lane in each other.
  nested() {
    const lane = Timeline.list[Timeline.lane],
      c = Timeline.nested;
    c.hidden = Timeline.deep.hidden = !lane || !lane.start || lane.deepest === 0;
    if (c.hidden) return;
    const rows = Math.min(1800, lane.deepest + 1),
      high = 17, // a canvas has an end
      per = (Timeline.to - Timeline.from) / Timeline.width;
    c.setAttribute('aria-label', TimeData.title(lane) + ', states within each other');
    const g = TimePaint.sized(c, Timeline.wide, rows * high);
    g.clearRect(0, 0, Timeline.wide, rows * high);
    g.font = '12px system-ui, sans-serif';
    g.textBaseline = 'middle';
    g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--soft');
    g.fillText(TimePaint.title(lane, g), 4, high / 2, Timeline.gutter - 8);
    const drawn = new Float64Array(rows).fill(-1);
    let i = Math.max(0, TimeData.first(lane.start, Timeline.from) - 1);
    while (i > 0 && lane.depth[i] > 0) i--; // nothing before the outermost one lasts until then
    for (; i < lane.start.length && lane.start[i] < Timeline.to; i++) {
      const d = lane.depth[i];
      if (d >= rows || lane.end[i] < Timeline.from) continue;
      const a = Math.max(0, (lane.start[i] - Timeline.from) / per),
        b = Math.min(Timeline.width, (lane.end[i] - Timeline.from) / per);
      if (b - a < 1 && Math.floor(a) <= drawn[d]) {
        // while the view moves over very many, the next that is seen is the first of another pixel
        if (TimePaint.rough)
          i = Math.max(i, TimeData.first(lane.start, Timeline.from + (Math.floor(a) + 1) * per, i) - 1);
        continue;
      }
      drawn[d] = Math.floor(Math.max(a, b - 1));
      const rgb = TimePaint.colour(lane.name[i]);
      g.fillStyle = Colours.css(rgb);
      g.fillRect(Timeline.gutter + a, d * high, Math.max(1, b - a - 0.5), high - 1);
      if (b - a > 40) {
        g.fillStyle = Colours.ink(rgb);
        g.save();
        g.beginPath();
        g.rect(Timeline.gutter + a, d * high, b - a - 2, high);
        g.clip();
        g.fillText(TimePaint.word(g, lane.name[i], b - a - 8), Timeline.gutter + a + 4, d * high + high / 2);
        g.restore();
      }
    }
  },
};
