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
    Timeline.hint = el('p', { class: 'note hint' });
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
      Timeline.hint,
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
    Timeline.places = new Map(Timeline.list.map((lane, k) => [lane.index, k]));
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

  // rowOf is that of a lane by its index, NaN if it is not in the list.
  rowOf: (index) => Timeline.row(Timeline.places.get(index)),

  label: (name) => (Data.timeline.calls[name] ? 'MPI_' : '') + Data.timeline.names[name],

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
};
