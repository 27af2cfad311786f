// The timeline under the mouse and under fingers: drawing a band selects a part of the run, two fingers zoom, Shift or the middle button moves.

const TimeMouse = {
  band: null, // what is selected, from and to
  held: null,
  fingers: new Map(),

  listen() {
    const c = Timeline.canvas;
    c.addEventListener(
      'wheel',
      (e) => {
        if (!e.ctrlKey && !e.metaKey) return;
        e.preventDefault();
        Timeline.zoom(e.deltaY > 0 ? 1.25 : 0.8, Timeline.timeAt(e));
      },
      { passive: false },
    );
    c.addEventListener('pointerdown', TimeMouse.down);
    c.addEventListener('pointermove', TimeMouse.move);
    c.addEventListener('pointerup', TimeMouse.up);
    c.addEventListener('pointercancel', TimeMouse.up);
    c.addEventListener('dblclick', (e) => Timeline.zoom(0.25, Timeline.timeAt(e)));
    c.addEventListener('pointerleave', Tip.hide);
  },

  down(e) {
    TimeMouse.fingers.set(e.pointerId, e.clientX);
    const pan = e.shiftKey || e.button === 1 || e.pointerType === 'touch';
    TimeMouse.held = { x: e.clientX, at: Timeline.timeAt(e), from: Timeline.from, to: Timeline.to, pan, moved: false };
    Timeline.canvas.setPointerCapture(e.pointerId);
    if (e.button === 1) e.preventDefault();
    if (TimeMouse.fingers.size === 2)
      Object.assign(TimeMouse.held, { moved: true, apart: TimeMouse.apart(), middle: TimeMouse.middle() });
  },

  apart: () => (([a, b]) => Math.max(8, Math.abs(a - b)))([...TimeMouse.fingers.values()]),
  middle: () => (([a, b]) => Timeline.timeAt({ clientX: (a + b) / 2 }))([...TimeMouse.fingers.values()]),

  move(e) {
    const held = TimeMouse.held;
    if (!held) return Timeline.hover(e);
    if (TimeMouse.fingers.has(e.pointerId)) TimeMouse.fingers.set(e.pointerId, e.clientX);
    if (held.apart && TimeMouse.fingers.size === 2) {
      const f = held.apart / TimeMouse.apart();
      return Timeline.show(held.middle - (held.middle - held.from) * f, held.middle + (held.to - held.middle) * f);
    }
    if (Math.abs(held.x - e.clientX) > 3) held.moved = true;
    if (!held.moved) return undefined;
    const by = ((held.x - e.clientX) / Timeline.width) * (held.to - held.from),
      at = Math.max(0, Math.min(Data.timeline.length, Timeline.timeAt(e)));
    if (held.pan) return Timeline.show(held.from + by, held.to + by);
    return TimeMouse.select(Math.min(held.at, at), Math.max(held.at, at));
  },

  up(e) {
    const held = TimeMouse.held;
    if (held && !held.moved) {
      TimeMouse.select(0, 0);
      Timeline.choose(Timeline.laneAt(e), Timeline.timeAt(e));
    }
    TimeMouse.fingers.delete(e.pointerId);
    TimeMouse.held = null;
  },

  // select shows a part of the run, and what can be done with it.
  select(from, to) {
    TimeMouse.band = to > from ? { from: Math.max(0, from), to } : null;
    const b = TimeMouse.band,
      button = (text, f, title) => el('button', { type: 'button', text, title, on: { click: f } });
    Timeline.chosen.hidden = !b;
    if (b)
      Timeline.chosen.replaceChildren(
        el('span', { text: Format.time(b.to - b.from) + ' from ' + Format.moment(b.from) }),
        button('Zoom to it', TimeMouse.zoom, 'z'),
        ...(Interval.possible(b.from, b.to)
          ? [
              button('Its regions', () => {
                Interval.take(b.from, b.to);
                App.show('Regions');
              }),
            ]
          : []),
        ...Notes.buttons(b.from, b.to),
        button('Clear', () => TimeMouse.select(0, 0)),
      );
    Timeline.draw();
  },

  zoom() {
    const b = TimeMouse.band;
    if (!b) return;
    TimeMouse.select(0, 0);
    Timeline.show(b.from, b.to);
    Address.write(true);
    Timeline.canvas.focus();
  },

  // draw draws the band.
  draw(g, high) {
    const b = TimeMouse.band;
    if (!b) return;
    const x = (t) =>
      Timeline.gutter + Math.max(0, Math.min(1, (t - Timeline.from) / (Timeline.to - Timeline.from))) * Timeline.width;
    g.fillStyle = g.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--edge');
    g.globalAlpha = 0.25;
    g.fillRect(x(b.from), 0, x(b.to) - x(b.from), high);
    g.globalAlpha = 1;
    g.strokeRect(Math.round(x(b.from)) + 0.5, 0.5, Math.round(x(b.to) - x(b.from)), high - 1);
  },
};
