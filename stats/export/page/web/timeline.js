// Lanes of states over time, and statistics beneath.

const Timeline = {
  name: 'Timeline',
  from: 0,
  to: 0,
  lane: 0, // that is chosen
  at: 0, // the time that is chosen
  critical: true, // the path is marked
  gutter: 150, // left of the lanes, for their names

  make(panel) {
    Timeline.text = el('p', { class: 'note', role: 'status', 'aria-live': 'polite' });
    Timeline.tools = el('div', { class: 'bar-of-tools scrolled' });
    Timeline.found = el('div', {});
    Timeline.canvas = el('canvas', {
      class: 'lanes',
      tabindex: 0,
      role: 'img',
      'aria-label': 'Lanes of states over time',
    });
    Timeline.space = el('div', { class: 'lane-space' });
    Timeline.box = el('div', { class: 'lane-box' }, Timeline.space, Timeline.canvas);
    Timeline.nested = el('canvas', { class: 'nested', role: 'img', 'aria-label': 'States within each other' });
    Timeline.deep = el('div', { class: 'deep' }, Timeline.nested);
    Timeline.chosen = el('div', { class: 'bar-of-tools chosen-time', hidden: true });
    Timeline.details = el('div', { 'aria-live': 'off' });
    Timeline.legend = el('p', { class: 'legend-line' });
    Timeline.beneath = el('div', {});
    Timeline.courses = el('div', {});
    Timeline.waiting = el('div', {});
    Timeline.bySteps = el('div', {});
    Timeline.along = el('div', {});
    panel.append(
      Timeline.tools,
      Timeline.chosen,
      Timeline.box,
      Timeline.text,
      Notes.make(),
      Timeline.deep,
      Timeline.details,
      Timeline.legend,
      Timeline.courses,
      Timeline.waiting,
      Traffic.make(),
      Timeline.found,
      Timeline.along,
      Timeline.bySteps,
      Timeline.beneath,
    );
    Timeline.text.textContent = 'Fetching the lanes …';
    if (Data.timeline) Timeline.take(Data.timeline);
    else Live.ask();
  },

  // take shows a timeline. In that of a run that goes on, a view of its end stays there, and another where it is.
  take(t) {
    const first = !TimeData.ready,
      before = first ? 0 : Data.timeline.length;
    if (first) Timeline.text.textContent = 'Unpacking ' + Format.plural(t.lanes.length, 'lane') + ' …';
    TimeData.unpack(t).then(
      () => {
        const by = t.length - before,
          { from, to } = TimeData.extent;
        if (first || (Timeline.from <= 0 && Timeline.to >= before)) Timeline.to = t.length;
        else if (Timeline.to >= before) Object.assign(Timeline, { from: Timeline.from + by, to: Timeline.to + by });
        if (first && to - from < 0.9 * t.length) Object.assign(Timeline, { from, to }); // what happened, not what was measured around it
        if (first) Timeline.controls();
        if (first) Timeline.listen();
        Timeline.sort();
        Timeline.resize();
        if (!first) return Timeline.rest();
        requestAnimationFrame(() => setTimeout(Timeline.rest, 0)); // the picture comes first
        return undefined;
      },
      (problem) => {
        Timeline.text.textContent = 'The lanes cannot be unpacked here: ' + problem.message;
      },
    );
  },

  // rest is what stands beneath the picture.
  rest() {
    Timeline.summary();
    Notes.draw();
    Steps.make(Timeline.bySteps);
    Waited.make(Timeline.found);
    Findings.went();
    Address.go();
    document.documentElement.dataset.timeline = 'yes';
  },

  controls() {
    const button = (text, title, f) => el('button', { type: 'button', text, title, on: { click: f } });
    const choose = (key, value) => {
      Rows[key] = value;
      Timeline.lane = 0;
      Timeline.sort();
      Timeline.resize();
      Timeline.tell();
    };
    const which = el(
      'select',
      { 'data-choice': 'which', on: { change: () => choose('which', which.value) } },
      Object.entries(Rows.kinds).map(([value, text]) => el('option', { value, text })),
    );
    const order = el(
      'select',
      { 'data-choice': 'order', on: { change: () => choose('order', order.value) } },
      el('option', { value: 'place', text: 'rank, thread' }),
      el('option', { value: 'odd', text: 'what differs most from the others' }),
      TimeData.order.slice(0, 40).map((n) => el('option', { value: n, text: 'time in ' + Timeline.label(n) })),
    );
    Timeline.tools.replaceChildren(
      button('Whole run', 'Home', () => Timeline.show(0, Data.timeline.length)),
      button('Zoom in', '+', () => Timeline.zoom(0.5)),
      button('Zoom out', '−', () => Timeline.zoom(2)),
      button('◀', 'Shift ←', () => Timeline.pan(-0.3)),
      button('▶', 'Shift →', () => Timeline.pan(0.3)),
      el('label', {}, 'Show ', which),
      el('label', {}, 'Order ', order),
      TimeData.path.length
        ? el(
            'label',
            {},
            el('input', {
              type: 'checkbox',
              checked: true,
              'data-choice': 'critical',
              on: {
                change: (e) => {
                  Timeline.critical = e.target.checked;
                  Timeline.draw();
                },
              },
            }),
            ' ' + Timeline.pathName(),
          )
        : '',
      Rows.several()
        ? button('Fold', '[ the chosen rank, and then its host; { all', () => Timeline.fold(Rows.fold))
        : '',
      Rows.several() ? button('Unfold', '] the chosen row; } all', () => Timeline.fold(Rows.unfold)) : '',
      Clocks.control(),
      Rows.filterBox(choose),
      Groups.box(),
      el(
        'label',
        {},
        el('input', {
          type: 'checkbox',
          'data-choice': 'tall',
          checked: Rows.tall,
          on: { change: (e) => choose('tall', e.target.checked) },
        }),
        ' rows to read',
      ),
      (Timeline.reduce = button(
        'Regions of this interval',
        'all views of the page for the interval that is seen',
        () => {
          Interval.take(Timeline.from, Timeline.to);
          App.show('Regions');
        },
      )),
      button('Save picture', 'PNG of what is seen', Picture.png),
      button('Save SVG', 'the same as SVG', Picture.svg),
    );
  },

  listen() {
    const c = Timeline.canvas;
    Timeline.box.addEventListener('scroll', Timeline.draw);
    c.addEventListener('keydown', Timeline.key);
    c.addEventListener('focus', Timeline.tell);
    TimeMouse.listen();
  },

  // sort finds the rows anew.
  sort() {
    Timeline.list = Rows.list();
  },

  // fold changes which rows there are, and stays at the one that stands for the chosen one.
  fold(f) {
    const lane = Timeline.list[Timeline.lane];
    f(lane);
    Timeline.sort();
    Timeline.resize();
    const at = [(l) => l === lane, (l) => Rows.rank(l) === Rows.rank(lane), (l) => l.host === lane.host]
      .map((is) => Timeline.list.findIndex(is))
      .find((i) => i >= 0);
    Timeline.choose(at === undefined ? 0 : at, Timeline.at);
  },

  // pin keeps the chosen lane above all others, or lets it go.
  pin() {
    const lane = Timeline.list[Timeline.lane];
    if (!Rows.pinned.delete(lane)) Rows.pinned.add(lane);
    Timeline.sort();
    Timeline.resize();
    Timeline.choose(Timeline.list.indexOf(lane), Timeline.at);
  },

  update(what) {
    if (!TimeData.ready) return;
    if (what === 'all') Timeline.resize();
    else Timeline.draw();
    if (what === 'theme') Traffic.draw();
  },

  resize() {
    const n = Timeline.list.length,
      top = Timeline.box.getBoundingClientRect().top + scrollY;
    const room = Math.max(240, Math.floor(innerHeight - Math.min(top, 0.45 * innerHeight) - 60)),
      least = Rows.tall ? 14 : 1;
    Timeline.high = Math.max(least, Math.min(22, Math.floor(room / Math.max(1, n))));
    Timeline.per = Rows.tall ? 1 : Math.max(1, Math.ceil((n * Timeline.high) / room)); // lanes in a row
    Timeline.rows = Math.ceil(n / Timeline.per);
    Timeline.shown = Math.max(1, Math.min(Timeline.rows, Math.floor(room / Timeline.high)));
    Timeline.box.style.height = Timeline.shown * Timeline.high + 20 + 'px'; // with its border
    Timeline.space.style.height = Timeline.rows * Timeline.high + 18 + 'px';
    Timeline.wide = Math.max(320, Math.floor(Timeline.box.clientWidth));
    Timeline.gutter = Timeline.wide < 600 ? 96 : 150;
    Timeline.width = Timeline.wide - Timeline.gutter;
    Steps.draw();
    Timeline.draw();
  },

  // show sets what is seen, within the run, and not below a microsecond.
  show(from, to) {
    const all = Data.timeline.length;
    const span = Math.min(all, Math.max(Math.min(1000, all), to - from));
    Timeline.from = Math.max(0, Math.min(all - span, from));
    Timeline.to = Timeline.from + span;
    Timeline.moving = true; // what would take long is drawn when it stands
    clearTimeout(Timeline.standing);
    Timeline.standing = setTimeout(() => {
      Timeline.moving = false;
      Timeline.draw();
    }, 150);
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
    const top = Timeline.row(Timeline.lane) * Timeline.high,
      box = Timeline.box;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + Timeline.high + 18 > box.scrollTop + box.clientHeight)
      box.scrollTop = top + Timeline.high + 18 - box.clientHeight;
    if (Timeline.at < Timeline.from || Timeline.at > Timeline.to)
      Timeline.show(Timeline.at - (Timeline.to - Timeline.from) / 2, Timeline.at + (Timeline.to - Timeline.from) / 2);
    Timeline.draw();
    Timeline.tell();
    Related.draw(Timeline.details);
  },

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = {
      ArrowLeft: () => (event.shiftKey ? Timeline.pan(-0.3) : Timeline.step(-1)),
      ArrowRight: () => (event.shiftKey ? Timeline.pan(0.3) : Timeline.step(1)),
      ArrowUp: () => Timeline.choose(Timeline.lane - 1, Timeline.at),
      ArrowDown: () => Timeline.choose(Timeline.lane + 1, Timeline.at),
      PageUp: () => Timeline.choose(Timeline.lane - Timeline.shown, Timeline.at),
      PageDown: () => Timeline.choose(Timeline.lane + Timeline.shown, Timeline.at),
      '[': () => Timeline.fold(Rows.fold),
      ']': () => Timeline.fold(Rows.unfold),
      '{': () => Timeline.fold(() => Rows.all(true)),
      '}': () => Timeline.fold(() => Rows.all(false)),
      '+': () => Timeline.zoom(0.5),
      '=': () => Timeline.zoom(0.5),
      '-': () => Timeline.zoom(2),
      Home: () => Timeline.show(0, Data.timeline.length),
      z: TimeMouse.zoom,
      p: () => Timeline.pin(),
    }[event.key];
    if (!turn) return;
    event.preventDefault();
    event.stopPropagation();
    turn();
  },

  // step goes to the next change of state of the lane, or where states are not there to the next bin.
  step(by) {
    const lane = Timeline.list[Timeline.lane];
    let to = Timeline.at;
    if (TimeData.complete(lane, Timeline.at, Timeline.at)) {
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
    const box = Timeline.canvas.getBoundingClientRect(),
      row = Math.max(
        0,
        Math.min(Timeline.rows - 1, Math.floor((e.clientY - box.top - 18 + Timeline.box.scrollTop) / Timeline.high)),
      );
    return Timeline.per > 1 ? Machine.worst(row, e.clientX - box.left - Timeline.gutter) : row;
  },

  // row is where a lane is, of the list.
  row: (lane) => Math.floor(lane / Timeline.per),

  label: (name) => (Data.timeline.calls[name] ? 'MPI_' : '') + Data.timeline.names[name],

  // shares are those of states of a lane around a time, as wide as a pixel.
  shares(lane, at) {
    const half = (Timeline.to - Timeline.from) / Timeline.width / 2,
      sums = new Map();
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
    const head = [TimeData.title(lane) + ' at ' + Format.moment(at)];
    const marks = [],
      half = (Timeline.to - Timeline.from) / Timeline.width;
    TimeData.eachMark(lane, at - half, at + half, 0, (_, i) => marks.push(Timeline.label(lane.name[i])));
    if (marks.length)
      head.push(
        [...new Set(marks)].slice(0, 6).join(', ') +
          ' without length' +
          (marks.length > 1 ? ', ' + Format.count(marks.length) + ' times' : ''),
      );
    if (!list.length && marks.length) return head;
    if (!list.length) return [...head, 'no state' + (lane.brief ? ' of ' + Format.time(lane.brief) + ' or more' : '')];
    if (list.length === 1 && list[0][1].state !== undefined) {
      const i = list[0][1].state,
        names = [],
        related = Related.of(lane, i).map((r) => r.text);
      for (let j = i, d = lane.depth[i]; j >= 0 && d >= 0; j--)
        if (lane.depth[j] === d) {
          names.unshift(Timeline.label(lane.name[j]));
          d--;
        }
      return [
        ...head,
        names.join(' / '),
        'from ' + Format.moment(lane.start[i]) + ', for ' + Format.time(lane.end[i] - lane.start[i]),
        ...related.slice(0, 3),
        ...(related.length > 3 ? ['and ' + Format.count(related.length - 3) + ' more'] : []),
      ];
    }
    return head.concat(
      list.slice(0, 6).map(([name, one]) => Timeline.label(name) + ' ' + Format.percent(one.ns / inside)),
    );
  },

  // innermost is the state of a lane at a time, negative if there is none.
  innermost(lane, at) {
    const k = TimeData.first(lane.to, at);
    return k < lane.of.length && lane.from[k] <= at ? lane.of[k] : -1;
  },

  hover(e) {
    const at = Timeline.timeAt(e);
    if (at < Timeline.from || at > Timeline.to) Tip.hide();
    else Tip.show(e.clientX, e.clientY, Timeline.lines(Timeline.list[Timeline.laneAt(e)], at));
  },

  tell() {
    Address.later();
    const lane = Timeline.list[Timeline.lane];
    if (lane)
      Timeline.canvas.setAttribute(
        'aria-label',
        Timeline.lines(lane, Math.min(Timeline.at, Data.timeline.length - 1)).join(', '),
      );
    clearTimeout(Timeline.later);
    Timeline.later = setTimeout(Timeline.summary, 120);
  },

  draw() {
    if (!TimeData.ready || Timeline.asked) return;
    Timeline.asked = true;
    requestAnimationFrame(() => {
      Timeline.asked = false;
      TimePaint.all();
    });
  },

  // summary is what the lanes did in the interval that is seen, as a table.
  summary() {
    const sums = new Map(),
      t = Data.timeline,
      span = Timeline.to - Timeline.from;
    for (const lane of TimeData.lanes) {
      const own = new Map();
      TimeData.eachIn(lane, Timeline.from, Timeline.to, (name, ns) => {
        const row = Groups.row(name);
        own.set(row, (own.get(row) || 0) + ns);
      });
      for (const [name, ns] of own) {
        const s = sums.get(name) || { name, sum: 0, lanes: 0, most: -1, lane: null };
        s.sum += ns;
        s.lanes++;
        if (ns > s.most) Object.assign(s, { most: ns, lane });
        sums.set(name, s);
      }
    }
    const rows = [...sums.values()].sort((a, b) => b.sum - a.sum),
      whole = span * TimeData.lanes.length;
    const about = t.whole ? '' : '≈ ';
    Timeline.text.textContent =
      Format.time(span) +
      ' from ' +
      Format.moment(Timeline.from) +
      ' of ' +
      Format.moment(t.length) +
      ', ' +
      Format.plural(TimeData.lanes.length, 'lane') +
      (Timeline.per > 1 ? ', ' + Timeline.per + ' in a row, of which the one is seen that differs most from all' : '') +
      (t.whole ? '' : Timeline.extent(t)) +
      (t.odd
        ? '; ' + Format.plural(t.odd, 'state') + ' that overlap others or end before they begin: only marks'
        : '') +
      (t.unseen ? '; ' + Format.plural(t.unseen, 'state') + ' without length, which shares do not show' : '') +
      (t.relationsLeft ? '; ' + Format.plural(t.relationsLeft, 'relation') + ' have no room' : '') +
      (t.unpaired ? '; of ' + Format.plural(t.unpaired, 'message') + ' one end is not known' : '') +
      (t.messagesLeft ? '; its ' + Format.plural(t.messagesLeft, 'message') + ' are too many for it' : '') +
      '.' +
      Clocks.note() +
      ' ← and → go from state to state, ↑ and ↓ to other lanes, + and − zoom, Shift with ← and → moves; a band drawn with the mouse selects, with Shift it moves; Ctrl with the wheel zooms.';
    Related.draw(Timeline.details);
    Timeline.waits();
    Traffic.draw();
    Timeline.onPath();
    Timeline.reduce.disabled = !Interval.possible(Timeline.from, Timeline.to);
    Timeline.legend.replaceChildren(...Groups.legend());
    Timeline.beneath.replaceChildren(
      Lists.table(
        'What the lanes did in this interval: time in which a state was the innermost one',
        [
          { title: 'State', cell: (s) => el('th', { scope: 'row', class: 'name', text: Groups.label(s.name) }) },
          { title: 'Own time', cell: (s) => cell(s.sum, about + Format.time(s.sum)) },
          { title: 'Share of all lanes', cell: (s) => cell(s.sum / whole, about + Format.percent(s.sum / whole)) },
          { title: 'Lanes', cell: (s) => cell(s.lanes, Format.count(s.lanes)) },
          { title: 'Mean of these', cell: (s) => cell(s.sum / s.lanes, about + Format.time(s.sum / s.lanes)) },
          { title: 'Most', cell: (s) => cell(s.most, about + Format.time(s.most)) },
          { title: 'in', left: true, cell: (s) => el('td', { class: 'who', text: TimeData.title(s.lane) }) },
        ],
        rows,
      ),
    );
  },

  // extent says what of the states is there.
  extent(t) {
    const parts = Format.count(t.bins) + ' parts of the time';
    if (!TimeData.lanes.some((lane) => lane.from)) return '; of this many states the page has shares in ' + parts;
    const from = TimeData.lanes.reduce((most, lane) => Math.max(most, lane.since), 0),
      until = TimeData.lanes.reduce((least, lane) => Math.min(least, lane.until), t.length),
      brief = t.lanes.reduce((most, lane) => Math.max(most, lane.brief || 0), 0);
    return (
      (from > 0 || until < t.length
        ? '; each state from ' +
          Format.time(from) +
          (until < t.length ? ' to ' + Format.time(until) : ' on') +
          ', otherwise shares in ' +
          parts
        : '') +
      (brief
        ? '; where most was going on, what took less than ' +
          Format.time(brief) +
          ' may stand for a part of the state around it'
        : '')
    );
  },

  // waits is who waited for whom in the interval that is seen, by pairs of lanes: for a message that was not sent yet, and in
  // collective calls for the last to come or for the root; in sends for the receiver.
  waits() {
    const m = TimeData.messages,
      pairs = new Map();
    let sent = 0,
      seen = 0;
    TimeData.eachMessage(Timeline.from, Timeline.to, (i) => {
      seen++;
      if (m.kind[i] === Messages.sent) sent++;
      const ns = Math.min(m.at[i], m.until[i], Timeline.to) - Math.max(m.since[i], Timeline.from);
      if (ns <= 0) return;
      const key = m.to[i] + ' ' + m.from[i] + ' ' + m.kind[i];
      const one = pairs.get(key) || { to: m.to[i], from: m.from[i], kind: m.kind[i], ns: 0, n: 0, unsure: 0 };
      one.ns += ns;
      if (Clocks.within(i)) one.unsure += ns;
      one.n++;
      pairs.set(key, one);
    });
    const rows = [...pairs.values()].sort((a, b) => b.ns - a.ns);
    Timeline.waiting.replaceChildren();
    if (m.calls === 0) return;
    if (rows.length === 0) {
      Timeline.waiting.append(
        el('p', {
          class: 'note',
          text:
            Format.plural(sent, 'message') +
            ' in this interval; nobody waited in a receive, in a send or in a collective call for another.',
        }),
      );
      return;
    }
    const title = (lane) => TimeData.title(TimeData.lanes[lane]);
    Timeline.waiting.append(
      Lists.table(
        'Who waited for whom in this interval, of ' +
          Format.plural(sent, 'message') +
          (seen > TimePaint.mostArrows ? ', too many for lines' : ''),
        [
          { title: 'Waited', cell: (p) => el('th', { scope: 'row', class: 'name', text: title(p.to) }) },
          { title: 'for', left: true, cell: (p) => el('td', { class: 'who', text: title(p.from) }) },
          {
            title: 'in',
            left: true,
            cell: (p) =>
              el('td', {
                class: 'who',
                text: {
                  [Messages.sent]: 'receives',
                  [Messages.collective]: 'collective calls',
                  [Messages.receiver]: 'sends',
                  [Messages.caused]: 'relations',
                }[p.kind],
              }),
          },
          { title: 'Time', cell: (p) => cell(p.ns, Format.time(p.ns)) },
          { title: 'Times', cell: (p) => cell(p.n, Format.count(p.n)) },
          {
            title: 'within the error of the clocks',
            hint: 'waits that are not longer than that, and may be none',
            cell: (p) => cell(p.unsure, p.unsure > 0 ? Format.time(p.unsure) : '–'),
          },
        ].slice(0, rows.some((p) => p.unsure > 0) ? 6 : 5),
        rows,
      ),
    );
  },

  pathName: () => (Data.timeline.path.critical ? 'Critical path' : 'Path of waits'),

  // onPath is what stands on the path back from the end of the run, in the interval that is seen.
  onPath() {
    const sums = new Map();
    let whole = 0;
    const add = (name, ns, lane) => {
      const one = sums.get(name) || { name, ns: 0, lanes: new Set() };
      one.ns += ns;
      one.lanes.add(lane);
      sums.set(name, one);
    };
    for (const p of TimeData.path) {
      const from = Math.max(p.from, Timeline.from),
        to = Math.min(p.to, Timeline.to);
      if (from >= to) continue;
      let inside = 0;
      TimeData.eachIn(TimeData.lanes[p.lane], from, to, (name, ns) => {
        inside += ns;
        add(name, ns, p.lane);
      });
      if (to - from - inside > 0) add(-1, to - from - inside, p.lane);
      whole += to - from;
    }
    Timeline.along.replaceChildren();
    if (whole === 0) return;
    const rows = [...sums.values()].sort((a, b) => b.ns - a.ns);
    Timeline.along.append(
      el('p', { class: 'note', text: Data.timeline.path.text }),
      Lists.table(
        Timeline.pathName() + ' in this interval',
        [
          {
            title: 'State',
            cell: (s) =>
              el('th', { scope: 'row', class: 'name', text: s.name < 0 ? '(in no state)' : Timeline.label(s.name) }),
          },
          { title: 'Time', cell: (s) => cell(s.ns, Format.time(s.ns)) },
          { title: 'Share of the path', cell: (s) => cell(s.ns / whole, Format.percent(s.ns / whole)) },
          { title: 'Lanes', cell: (s) => cell(s.lanes.size, Format.count(s.lanes.size)) },
        ],
        rows,
      ),
    );
  },
};
