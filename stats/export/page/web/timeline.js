// Lanes of states over time, and statistics beneath. A pixel that covers several states has the mix of their colours.

const Timeline = {
  name: 'Timeline',
  from: 0,
  to: 0,
  lane: 0, // that is chosen
  at: 0, // the time that is chosen
  order: 'place',
  gutter: 150, // left of the lanes, for their names
  series: 8, // shown at first, and more at a time
  // Colours that people with any kind of colour vision tell apart, and those of calls of MPI, which are blue and grey.
  palette: ['#e69f00', '#009e73', '#cc79a7', '#d55e00', '#b8a400', '#8f6bc2', '#4f9d3a', '#a86232'],
  calls: ['#56b4e9', '#0072b2', '#7f9bb3', '#3f6080'],
  other: '#8a8f98',

  make(panel) {
    const t = Data.timeline;
    Timeline.to = t.length;
    Timeline.text = el('p', { class: 'note', role: 'status', 'aria-live': 'polite' });
    Timeline.tools = el('div', { class: 'bar-of-tools' });
    Timeline.canvas = el('canvas', { class: 'lanes', tabindex: 0, role: 'img' });
    Timeline.space = el('div', { class: 'lane-space' });
    Timeline.box = el('div', { class: 'lane-box' }, Timeline.space, Timeline.canvas);
    Timeline.nested = el('canvas', { class: 'nested', role: 'img' });
    Timeline.legend = el('p', { class: 'legend-line' });
    Timeline.beneath = el('div', {});
    Timeline.courses = el('div', {});
    panel.append(Timeline.tools, Timeline.text, Timeline.box, Timeline.nested, Timeline.legend, Timeline.courses, Timeline.beneath);
    Timeline.text.textContent = 'Unpacking ' + Format.plural(t.lanes.length, 'lane') + ' …';
    TimeData.unpack().then(() => {
      Timeline.controls();
      Timeline.listen();
      Timeline.sort();
      Timeline.resize();
      document.documentElement.dataset.timeline = 'yes';
    }, (problem) => { Timeline.text.textContent = 'The lanes cannot be unpacked here: ' + problem.message; });
  },

  controls() {
    const button = (text, title, f) => el('button', { type: 'button', text, title, on: { click: f } });
    const order = el('select', { 'data-choice': 'order', on: { change: () => { Timeline.order = order.value; Timeline.sort(); Timeline.draw(); } } },
      el('option', { value: 'place', text: 'host, rank, thread' }), TimeData.order.slice(0, 40).map((n) => el('option', { value: n, text: 'time in ' + Timeline.label(n) })));
    Timeline.tools.replaceChildren(
      button('Whole run', 'Home', () => Timeline.show(0, Data.timeline.length)),
      button('Zoom in', '+', () => Timeline.zoom(0.5)), button('Zoom out', '−', () => Timeline.zoom(2)),
      button('◀', 'Shift ←', () => Timeline.pan(-0.3)), button('▶', 'Shift →', () => Timeline.pan(0.3)),
      el('label', {}, 'Order ', order), button('Save picture', 'PNG of what is seen', Timeline.save));
  },

  listen() {
    const c = Timeline.canvas;
    Timeline.box.addEventListener('scroll', Timeline.draw);
    c.addEventListener('keydown', Timeline.key);
    c.addEventListener('focus', Timeline.tell);
    c.addEventListener('wheel', (e) => {
      if (!e.ctrlKey && !e.metaKey) return;
      e.preventDefault();
      Timeline.zoom(e.deltaY > 0 ? 1.25 : 0.8, Timeline.timeAt(e));
    }, { passive: false });
    let held = null;
    c.addEventListener('pointerdown', (e) => {
      held = { x: e.clientX, from: Timeline.from, moved: false };
      c.setPointerCapture(e.pointerId);
    });
    c.addEventListener('pointermove', (e) => {
      if (!held) {
        Timeline.hover(e);
        return;
      }
      const by = ((held.x - e.clientX) / Timeline.width) * (Timeline.to - Timeline.from);
      if (Math.abs(held.x - e.clientX) > 3) held.moved = true;
      if (held.moved) Timeline.show(held.from + by, held.from + by + Timeline.to - Timeline.from);
    });
    c.addEventListener('pointerup', (e) => {
      if (held && !held.moved) Timeline.choose(Timeline.laneAt(e), Timeline.timeAt(e));
      held = null;
    });
    c.addEventListener('dblclick', (e) => Timeline.zoom(0.25, Timeline.timeAt(e)));
    c.addEventListener('pointerleave', Tip.hide);
  },

  sort() {
    const list = [...TimeData.lanes];
    if (Timeline.order !== 'place') {
      const wanted = Number(Timeline.order);
      const time = new Map(list.map((lane) => {
        let sum = 0;
        TimeData.eachIn(lane, 0, Data.timeline.length, (name, ns) => { if (name === wanted) sum += ns; });
        return [lane, sum];
      }));
      list.sort((a, b) => time.get(b) - time.get(a) || a.index - b.index);
    }
    Timeline.list = list;
  },

  update(what) {
    if (!TimeData.ready) return;
    if (what === 'all') Timeline.resize();
    else Timeline.draw();
  },

  resize() {
    const n = TimeData.lanes.length;
    Timeline.high = Math.max(4, Math.min(22, Math.floor(520 / Math.max(1, n))));
    Timeline.shown = Math.max(1, Math.min(n, Math.floor(520 / Timeline.high)));
    Timeline.box.style.height = Timeline.shown * Timeline.high + 18 + 'px';
    Timeline.space.style.height = n * Timeline.high + 18 + 'px';
    Timeline.wide = Math.max(320, Math.floor(Timeline.box.clientWidth));
    Timeline.width = Timeline.wide - Timeline.gutter;
    Timeline.draw();
  },

  // show sets what is seen, within the run, and not below a microsecond.
  show(from, to) {
    const all = Data.timeline.length;
    const span = Math.min(all, Math.max(Math.min(1000, all), to - from));
    Timeline.from = Math.max(0, Math.min(all - span, from));
    Timeline.to = Timeline.from + span;
    Timeline.draw();
    Timeline.tell();
  },

  zoom(factor, around) {
    const inside = Timeline.at >= Timeline.from && Timeline.at <= Timeline.to;
    const at = around === undefined ? (inside ? Timeline.at : (Timeline.from + Timeline.to) / 2) : around;
    Timeline.show(at - (at - Timeline.from) * factor, at + (Timeline.to - at) * factor);
  },

  pan(share) {
    const by = share * (Timeline.to - Timeline.from);
    Timeline.show(Timeline.from + by, Timeline.to + by);
  },

  choose(lane, at) {
    Timeline.lane = Math.max(0, Math.min(Timeline.list.length - 1, lane));
    Timeline.at = Math.max(0, Math.min(Data.timeline.length, at));
    const top = Timeline.lane * Timeline.high, box = Timeline.box;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + Timeline.high + 18 > box.scrollTop + box.clientHeight) box.scrollTop = top + Timeline.high + 18 - box.clientHeight;
    if (Timeline.at < Timeline.from || Timeline.at > Timeline.to) Timeline.show(Timeline.at - (Timeline.to - Timeline.from) / 2, Timeline.at + (Timeline.to - Timeline.from) / 2);
    Timeline.draw();
    Timeline.tell();
  },

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = { ArrowLeft: () => (event.shiftKey ? Timeline.pan(-0.3) : Timeline.step(-1)), ArrowRight: () => (event.shiftKey ? Timeline.pan(0.3) : Timeline.step(1)),
      ArrowUp: () => Timeline.choose(Timeline.lane - 1, Timeline.at), ArrowDown: () => Timeline.choose(Timeline.lane + 1, Timeline.at),
      PageUp: () => Timeline.choose(Timeline.lane - Timeline.shown, Timeline.at), PageDown: () => Timeline.choose(Timeline.lane + Timeline.shown, Timeline.at),
      '+': () => Timeline.zoom(0.5), '=': () => Timeline.zoom(0.5), '-': () => Timeline.zoom(2), Home: () => Timeline.show(0, Data.timeline.length) }[event.key];
    if (!turn) return;
    event.preventDefault();
    event.stopPropagation();
    turn();
  },

  // step goes to the next change of state of the lane, or where states are not there to the next bin.
  step(by) {
    const lane = Timeline.list[Timeline.lane];
    let to = Timeline.at;
    if (lane.from) {
      const i = TimeData.first(lane.from, Timeline.at) - 1; // the last that began
      const next = by > 0 ? i + 1 : lane.from[i] < Timeline.at ? i : i - 1;
      to = next < 0 ? 0 : next < lane.from.length ? lane.from[next] : Data.timeline.length;
    } else {
      const width = Data.timeline.length / lane.bins.n;
      to = (Math.floor(Timeline.at / width + 1e-9) + by) * width;
    }
    Timeline.choose(Timeline.lane, to);
  },

  timeAt(e) {
    const box = Timeline.canvas.getBoundingClientRect();
    return Timeline.from + ((e.clientX - box.left - Timeline.gutter) / Timeline.width) * (Timeline.to - Timeline.from);
  },

  laneAt(e) {
    const box = Timeline.canvas.getBoundingClientRect();
    return Math.max(0, Math.min(Timeline.list.length - 1, Math.floor((e.clientY - box.top - 18 + Timeline.box.scrollTop) / Timeline.high)));
  },

  label: (name) => (Data.timeline.calls[name] ? 'MPI_' : '') + Data.timeline.names[name],

  // shares are those of states of a lane around a time, as wide as a pixel.
  shares(lane, at) {
    const half = (Timeline.to - Timeline.from) / Timeline.width / 2, sums = new Map();
    let inside = 0;
    TimeData.eachIn(lane, Math.max(0, at - half), Math.min(Data.timeline.length, at + half), (name, ns, state) => {
      const one = sums.get(name) || { ns: 0, state };
      one.ns += ns;
      sums.set(name, one);
      inside += ns;
    });
    return { list: [...sums].sort((a, b) => b[1].ns - a[1].ns), inside };
  },

  // lines say what a lane did at a time.
  lines(lane, at) {
    const { list, inside } = Timeline.shares(lane, at);
    const head = TimeData.title(lane) + ' at ' + Format.time(at);
    if (!list.length) return [head, 'no state'];
    if (list.length === 1 && lane.from) {
      const i = list[0][1].state, names = [];
      for (let j = i, d = lane.depth[i]; j >= 0 && d >= 0; j--) if (lane.depth[j] === d) { names.unshift(Timeline.label(lane.name[j])); d--; }
      return [head, names.join(' / '), 'from ' + Format.time(lane.start[i]) + ', for ' + Format.time(lane.end[i] - lane.start[i])];
    }
    return [head].concat(list.slice(0, 6).map(([name, one]) => Timeline.label(name) + ' ' + Format.percent(one.ns / inside)));
  },

  hover(e) {
    const at = Timeline.timeAt(e);
    if (at < Timeline.from || at > Timeline.to) Tip.hide();
    else Tip.show(e.clientX, e.clientY, Timeline.lines(Timeline.list[Timeline.laneAt(e)], at));
  },

  tell() {
    const lane = Timeline.list[Timeline.lane];
    if (lane) Timeline.canvas.setAttribute('aria-label', Timeline.lines(lane, Math.min(Timeline.at, Data.timeline.length - 1)).join(', '));
    clearTimeout(Timeline.later);
    Timeline.later = setTimeout(Timeline.summary, 120);
  },

  save() {
    const a = el('a', { href: Timeline.canvas.toDataURL('image/png'), download: 'timeline.png' });
    a.click();
  },

  // colour is that of a name: by its place among those that took the most.
  colour(name) {
    if (!Timeline.colours) {
      Timeline.colours = new Map();
      let calls = 0, others = 0;
      for (const n of TimeData.order) {
        const hex = Data.timeline.calls[n] ? Timeline.calls[Math.min(calls++, Timeline.calls.length - 1)] : Timeline.palette[others++] || Timeline.other;
        Timeline.colours.set(n, Colours.parts(hex));
      }
    }
    const rgb = Timeline.colours.get(name);
    if (State.query === '' || Timeline.label(name).toLowerCase().includes(State.query.toLowerCase())) return rgb;
    const back = Colours.parts(Colours.scale('none'));
    return rgb.map((v, k) => Math.round(0.15 * v + 0.85 * back[k]));
  },

  draw() {
    if (!TimeData.ready || Timeline.asked) return;
    Timeline.asked = true;
    requestAnimationFrame(() => {
      Timeline.asked = false;
      Timeline.paint();
    });
  },

  paint() {
    const c = Timeline.canvas, rows = Timeline.shown, high = Timeline.high, sharp = devicePixelRatio || 1;
    c.width = Math.round(Timeline.wide * sharp);
    c.height = Math.round((rows * high + 18) * sharp);
    c.style.width = Timeline.wide + 'px';
    c.style.height = rows * high + 18 + 'px';
    const g = c.getContext('2d');
    g.scale(sharp, sharp);
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--ink'), soft = style.getPropertyValue('--soft'), line = style.getPropertyValue('--line'), back = Colours.scale('none');
    g.fillStyle = back;
    g.fillRect(0, 0, Timeline.wide, rows * high + 18);
    g.font = Math.min(12, high - 2) + 'px system-ui, sans-serif';
    g.textBaseline = 'middle';
    const first = Math.floor(Timeline.box.scrollTop / high);
    for (let row = 0; row < rows && first + row < Timeline.list.length; row++) {
      const lane = Timeline.list[first + row], y = 18 + row * high;
      Timeline.paintLane(g, lane, y, high - (high > 6 ? 1 : 0), Timeline.gutter, Timeline.width);
      if (high >= 10) {
        g.fillStyle = first + row === Timeline.lane ? ink : soft;
        g.fillText(TimeData.title(lane), 4, y + high / 2, Timeline.gutter - 8);
      }
    }
    Timeline.ruler(g, ink, line);
    const chosen = Timeline.lane - first, x = Timeline.gutter + ((Timeline.at - Timeline.from) / (Timeline.to - Timeline.from)) * Timeline.width;
    g.strokeStyle = ink;
    if (chosen >= 0 && chosen < rows) g.strokeRect(Timeline.gutter + 0.5, 18 + chosen * high + 0.5, Timeline.width - 1, Math.max(high - 1, 3));
    if (x >= Timeline.gutter && x <= Timeline.wide) {
      g.beginPath();
      g.moveTo(x, 18);
      g.lineTo(x, 18 + rows * high);
      g.stroke();
    }
    Timeline.paintNested();
    Timeline.paintSeries();
    Timeline.frames = (Timeline.frames || 0) + 1;
  },

  // paintLane mixes in each pixel the colours of what it covers.
  paintLane(g, lane, y, high, x, width) {
    const from = Timeline.from, per = (Timeline.to - from) / width, back = Colours.parts(Colours.scale('none'));
    const mix = new Float32Array(4 * width);
    const put = (name, low, high) => {
      const rgb = Timeline.colour(name);
      const a = Math.max(0, (low - from) / per), b = Math.min(width, (high - from) / per);
      for (let k = Math.floor(a); k < b; k++) {
        const part = Math.min(b, k + 1) - Math.max(a, k);
        for (let j = 0; j < 3; j++) mix[4 * k + j] += part * rgb[j];
        mix[4 * k + 3] += part;
      }
    };
    const words = [];
    if (TimeData.exact(lane, from, Timeline.to, width)) {
      for (let i = TimeData.first(lane.to, from); i < lane.from.length && lane.from[i] < Timeline.to; i++) {
        put(lane.name[lane.of[i]], lane.from[i], lane.to[i]);
        if (high >= 12 && (Math.min(Timeline.to, lane.to[i]) - Math.max(from, lane.from[i])) / per > 50) words.push(i);
      }
    } else {
      const bin = Data.timeline.length / lane.bins.n;
      for (let k = Math.max(0, Math.floor(from / bin)); k < lane.bins.n && k * bin < Timeline.to; k++) {
        let low = k * bin;
        for (let j = lane.bins.first[k]; j < lane.bins.first[k + 1]; j++) {
          const to = low + lane.bins.share[j] * bin;
          if (bin < per) put(lane.bins.name[j], low, to);
          else Timeline.spread(mix, Timeline.colour(lane.bins.name[j]), lane.bins.share[j], Math.max(0, (k * bin - from) / per), Math.min(width, ((k + 1) * bin - from) / per));
          low = to;
        }
      }
    }
    const image = new ImageData(width, 1);
    for (let k = 0; k < width; k++) {
      const rest = 1 - Math.min(1, mix[4 * k + 3]);
      for (let j = 0; j < 3; j++) image.data[4 * k + j] = mix[4 * k + j] + rest * back[j];
      image.data[4 * k + 3] = 255;
    }
    if (!Timeline.strip || Timeline.strip.width !== width) Timeline.strip = new OffscreenCanvas(width, 1);
    Timeline.strip.getContext('2d').putImageData(image, 0, 0);
    g.imageSmoothingEnabled = false;
    g.drawImage(Timeline.strip, 0, 0, width, 1, x, y, width, high);
    for (const i of words) {
      const a = Math.max(0, (lane.from[i] - from) / per), b = Math.min(width, (lane.to[i] - from) / per);
      g.fillStyle = Colours.ink(Timeline.colour(lane.name[lane.of[i]]));
      g.save();
      g.beginPath();
      g.rect(x + a, y, b - a - 2, high);
      g.clip();
      g.fillText(Timeline.label(lane.name[lane.of[i]]), x + a + 4, y + high / 2);
      g.restore();
    }
  },

  // spread gives all pixels of a bin the share of a name.
  spread(mix, rgb, share, a, b) {
    for (let k = Math.floor(a); k < b; k++) {
      const part = share * (Math.min(b, k + 1) - Math.max(a, k));
      for (let j = 0; j < 3; j++) mix[4 * k + j] += part * rgb[j];
      mix[4 * k + 3] += part;
    }
  },

  ruler(g, ink, line) {
    const span = Timeline.to - Timeline.from, about = span / Math.max(2, Timeline.width / 110);
    const power = 10 ** Math.floor(Math.log10(about));
    const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= about);
    g.font = '11px system-ui, sans-serif';
    g.fillStyle = ink;
    g.strokeStyle = line;
    for (let t = Math.ceil(Timeline.from / step) * step; t <= Timeline.to; t += step) {
      const x = Timeline.gutter + ((t - Timeline.from) / span) * Timeline.width;
      g.beginPath();
      g.moveTo(x, 12);
      g.lineTo(x, 18);
      g.stroke();
      if (x + 60 < Timeline.wide) g.fillText(Format.time(t), x + 3, 8);
    }
  },

  // paintNested draws the states of the chosen lane in each other.
  paintNested() {
    const lane = Timeline.list[Timeline.lane], c = Timeline.nested, sharp = devicePixelRatio || 1;
    c.hidden = !lane || !lane.start || lane.deepest === 0;
    if (c.hidden) return;
    const rows = Math.min(12, lane.deepest + 1), high = 17, per = (Timeline.to - Timeline.from) / Timeline.width;
    c.width = Math.round(Timeline.wide * sharp);
    c.height = Math.round(rows * high * sharp);
    c.style.width = Timeline.wide + 'px';
    c.style.height = rows * high + 'px';
    c.setAttribute('aria-label', TimeData.title(lane) + ', states within each other');
    const g = c.getContext('2d');
    g.scale(sharp, sharp);
    g.font = '12px system-ui, sans-serif';
    g.textBaseline = 'middle';
    g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--soft');
    g.fillText(TimeData.title(lane), 4, high / 2, Timeline.gutter - 8);
    const drawn = new Float64Array(rows).fill(-1);
    for (let i = 0; i < lane.start.length && lane.start[i] < Timeline.to; i++) {
      const d = lane.depth[i];
      if (d >= rows || lane.end[i] < Timeline.from) continue;
      const a = Math.max(0, (lane.start[i] - Timeline.from) / per), b = Math.min(Timeline.width, (lane.end[i] - Timeline.from) / per);
      if (b - a < 1 && Math.floor(a) <= drawn[d]) continue;
      drawn[d] = Math.floor(Math.max(a, b - 1));
      const rgb = Timeline.colour(lane.name[i]);
      g.fillStyle = Colours.css(rgb);
      g.fillRect(Timeline.gutter + a, d * high, Math.max(1, b - a - 0.5), high - 1);
      if (b - a > 40) {
        g.fillStyle = Colours.ink(rgb);
        g.save();
        g.beginPath();
        g.rect(Timeline.gutter + a, d * high, b - a - 2, high);
        g.clip();
        g.fillText(Timeline.label(lane.name[i]), Timeline.gutter + a + 4, d * high + high / 2);
        g.restore();
      }
    }
  },

  paintSeries() {
    const shown = TimeData.series.slice(0, Timeline.series);
    if (Timeline.courses.children.length === 0 && TimeData.series.length) {
      const more = el('button', { type: 'button', on: { click: () => { Timeline.series += 16; Timeline.courses.replaceChildren(); Timeline.draw(); } } });
      more.textContent = 'Show more of ' + Format.plural(TimeData.series.length, 'series').replace('seriess', 'series');
      more.hidden = TimeData.series.length <= Timeline.series;
      Timeline.courses.append(el('h2', { text: 'Statistics' }), ...shown.map(() => el('canvas', { class: 'course', role: 'img' })), more);
    }
    [...Timeline.courses.querySelectorAll('canvas')].forEach((c, i) => Timeline.paintCourse(c, shown[i]));
  },

  paintCourse(c, s) {
    const high = 46, sharp = devicePixelRatio || 1, n = s.mean.length, width = Data.timeline.length / n;
    c.width = Math.round(Timeline.wide * sharp);
    c.height = Math.round(high * sharp);
    c.style.width = Timeline.wide + 'px';
    c.style.height = high + 'px';
    const low = Math.max(0, Math.floor(Timeline.from / width)), last = Math.min(n - 1, Math.floor(Timeline.to / width));
    let most = 0, least = 0, any = false;
    for (let k = low; k <= last; k++) if (!Number.isNaN(s.max[k])) { most = Math.max(most, s.max[k]); least = Math.min(least, s.mean[k]); any = true; }
    const name = s.node + ' ' + s.group + ' ' + s.name;
    c.setAttribute('aria-label', name + (any ? ': up to ' + Format.quantity(most, s.unit) : ': nothing was measured here'));
    const g = c.getContext('2d'), style = getComputedStyle(document.documentElement);
    g.scale(sharp, sharp);
    g.font = '11px system-ui, sans-serif';
    g.fillStyle = style.getPropertyValue('--ink');
    g.fillText(s.group + ' ' + s.name, 4, 13, Timeline.gutter - 8);
    g.fillStyle = style.getPropertyValue('--soft');
    g.fillText(s.node, 4, 27, Timeline.gutter - 8);
    g.fillText(any ? '≤ ' + Format.quantity(most, s.unit) : 'nothing here', 4, 41, Timeline.gutter - 8);
    const y = (v) => high - 2 - ((v - least) / Math.max(most - least, 1e-30)) * (high - 6);
    const x = (t) => Timeline.gutter + ((t - Timeline.from) / (Timeline.to - Timeline.from)) * Timeline.width;
    for (let k = low; k <= last && any; k++) {
      if (Number.isNaN(s.mean[k])) continue;
      const a = Math.max(Timeline.gutter, x(k * width)), b = Math.min(Timeline.wide, x((k + 1) * width));
      g.fillStyle = style.getPropertyValue('--bar');
      g.fillRect(a, y(s.mean[k]), Math.max(0.5, b - a), high - 2 - y(s.mean[k]));
      g.fillStyle = style.getPropertyValue('--edge');
      g.fillRect(a, y(s.max[k]), Math.max(0.5, b - a), 1);
    }
    g.fillStyle = style.getPropertyValue('--line');
    g.fillRect(Timeline.gutter, high - 1, Timeline.width, 1);
  },

  // summary is what the lanes did in the span that is seen, as a table.
  summary() {
    const sums = new Map(), t = Data.timeline, span = Timeline.to - Timeline.from;
    for (const lane of TimeData.lanes) {
      const own = new Map();
      TimeData.eachIn(lane, Timeline.from, Timeline.to, (name, ns) => own.set(name, (own.get(name) || 0) + ns));
      for (const [name, ns] of own) {
        const s = sums.get(name) || { name, sum: 0, lanes: 0, most: -1, lane: null };
        s.sum += ns;
        s.lanes++;
        if (ns > s.most) Object.assign(s, { most: ns, lane });
        sums.set(name, s);
      }
    }
    const rows = [...sums.values()].sort((a, b) => b.sum - a.sum), whole = span * TimeData.lanes.length;
    const about = t.whole ? '' : '≈ ';
    Timeline.text.textContent = Format.time(span) + ' from ' + Format.time(Timeline.from) + ' of ' + Format.time(t.length) + ', ' + Format.plural(TimeData.lanes.length, 'lane') +
      (t.whole ? '' : '; of this many states the page has shares in ' + Format.count(t.bins) + ' parts of the time') + '. ← and → go from state to state, ↑ and ↓ to other lanes, + and − zoom, Shift with ← and → moves; drag, or Ctrl with the wheel.';
    Timeline.legend.replaceChildren(...TimeData.order.slice(0, 12).map((n) => el('span', { class: 'key' }, el('span', { class: 'swatch', 'aria-hidden': 'true', style: { background: Colours.css(Timeline.colour(n)) } }), Timeline.label(n))));
    Timeline.beneath.replaceChildren(Lists.table('What the lanes did in this span: time in which a state was the innermost one', [
      { title: 'State', cell: (s) => el('th', { scope: 'row', class: 'name', text: Timeline.label(s.name) }) },
      { title: 'Own time', cell: (s) => cell(s.sum, about + Format.time(s.sum)) },
      { title: 'Share of all lanes', cell: (s) => cell(s.sum / whole, about + Format.percent(s.sum / whole)) },
      { title: 'Lanes', cell: (s) => cell(s.lanes, Format.count(s.lanes)) },
      { title: 'Mean of these', cell: (s) => cell(s.sum / s.lanes, about + Format.time(s.sum / s.lanes)) },
      { title: 'Most', cell: (s) => cell(s.most, about + Format.time(s.most)) },
      { title: 'in', cell: (s) => el('td', { class: 'who', text: TimeData.title(s.lane) }) },
    ], rows));
  },
};
