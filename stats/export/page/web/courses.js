// Statistics beneath the lanes: for each series its mean as an area and its largest value as a line, and what it has at the chosen time.

const Courses = {
  high: 46,
  first: 8, // shown at once, and twice as many more at a time
  most: 8,
  pattern: null, // of their names
  made: [], // the series that have a canvas
  stale: true,

  name: (s) => [s.node, s.group, s.name].join(' '),

  // list is what is to be seen.
  list: () => TimeData.series.filter((s) => !Courses.pattern || Courses.pattern.test(Courses.name(s))),

  // make lists them anew, beneath what chooses them.
  make() {
    const list = Courses.list(),
      all = TimeData.series.length,
      again = (changes) => {
        Object.assign(Courses, changes, { stale: true });
        Timeline.draw();
      };
    if (!Courses.body) {
      const input = Rows.patternBox(
        'series',
        (pattern) => TimeData.series.some((s) => pattern.test(Courses.name(s))),
        (pattern) => again({ pattern, most: Courses.first }),
      );
      Object.assign(Courses, { body: el('div', {}), note: el('span', { class: 'note', role: 'status' }) });
      Timeline.courses.replaceChildren(
        el(
          'div',
          { class: 'bar-of-tools' },
          el('h2', { text: 'Statistics' }),
          el('label', {}, 'Series ', input),
          Courses.note,
        ),
        Courses.body,
      );
    }
    Object.assign(Courses, { made: list.slice(0, Courses.most), stale: false });
    Courses.note.textContent = list.length < all ? Format.count(list.length) + ' of ' + Format.count(all) : '';
    const more = el('button', {
      type: 'button',
      text: 'Show more of ' + Format.count(list.length) + ' series',
      on: { click: () => again({ most: Courses.most + 2 * Courses.first }) },
    });
    more.hidden = list.length <= Courses.most;
    Courses.body.replaceChildren(...Courses.made.map(Courses.canvas), more);
  },

  canvas(s) {
    const c = el('canvas', { class: 'course', role: 'img' });
    c.addEventListener('pointermove', (e) => {
      const at = Timeline.timeAt(e);
      if (at < Timeline.from || at > Timeline.to) Tip.hide();
      else Tip.show(e.clientX, e.clientY, [Courses.name(s) + ' at ' + Format.moment(at), Courses.text(s, at)]);
    });
    c.addEventListener('pointerleave', Tip.hide);
    c.addEventListener('click', (e) => {
      if (Timeline.timeAt(e) >= Timeline.from) Timeline.choose(Timeline.lane, Timeline.timeAt(e));
    });
    return c;
  },

  draw() {
    if (TimeData.series.length === 0) return;
    if (Courses.stale || Courses.version !== TimeData.version) Courses.make();
    Courses.version = TimeData.version;
    [...Timeline.courses.querySelectorAll('canvas')].forEach((c, i) => Courses.paint(c, Courses.made[i]));
  },

  // text is what a series has at a time.
  text(s, at) {
    const k = Math.min(s.mean.length - 1, Math.floor(at / (Data.timeline.length / s.mean.length))),
      mean = s.mean[k],
      most = s.max[k];
    if (k < 0 || Number.isNaN(mean)) return 'nothing was measured';
    return Format.quantity(mean, s.unit) + (most > mean ? ', up to ' + Format.quantity(most, s.unit) : '');
  },

  paint(c, s) {
    const g = TimePaint.sized(c, Timeline.wide, Courses.high),
      { high } = Courses,
      n = s.mean.length,
      width = Data.timeline.length / n,
      style = getComputedStyle(document.documentElement),
      of = (name) => style.getPropertyValue(name);
    const low = Math.max(0, Math.floor(Timeline.from / width)),
      last = Math.min(n - 1, Math.floor(Timeline.to / width));
    let most = 0,
      least = 0,
      any = false;
    for (let k = low; k <= last; k++)
      if (!Number.isNaN(s.max[k])) {
        most = Math.max(most, s.max[k]);
        least = Math.min(least, s.mean[k]);
        any = true;
      }
    const at = Timeline.at,
      seen = any && at >= Timeline.from && at <= Timeline.to;
    c.setAttribute(
      'aria-label',
      Courses.name(s) +
        (any ? ': up to ' + Format.quantity(most, s.unit) : ': nothing was measured here') +
        (seen ? '; at ' + Format.moment(at) + ' ' + Courses.text(s, at) : ''),
    );
    g.clearRect(0, 0, Timeline.wide, high);
    g.font = '11px system-ui, sans-serif';
    g.textBaseline = 'alphabetic';
    g.fillStyle = of('--ink');
    g.fillText(s.group + ' ' + s.name, 4, 13, Timeline.gutter - 8);
    g.fillStyle = of('--soft');
    g.fillText(s.node, 4, 27, Timeline.gutter - 8);
    g.fillText(any ? '≤ ' + Format.quantity(most, s.unit) : 'nothing here', 4, 41, Timeline.gutter - 8);
    const y = (v) => high - 2 - ((v - least) / Math.max(most - least, 1e-30)) * (high - 6);
    const x = (t) => Timeline.gutter + ((t - Timeline.from) / (Timeline.to - Timeline.from)) * Timeline.width;
    for (let k = low; k <= last && any; k++) {
      if (Number.isNaN(s.mean[k])) continue;
      const a = Math.floor(Math.max(Timeline.gutter, x(k * width)));
      while (k < last && s.mean[k + 1] === s.mean[k] && s.max[k + 1] === s.max[k]) k++;
      const b = Math.ceil(Math.min(Timeline.wide, x((k + 1) * width)));
      g.fillStyle = of('--bar');
      g.fillRect(a, y(s.mean[k]), b - a, high - 2 - y(s.mean[k]));
      g.fillStyle = of('--edge');
      g.fillRect(a, y(s.max[k]), b - a, 1);
    }
    g.fillStyle = of('--line');
    g.fillRect(Timeline.gutter, high - 1, Timeline.width, 1);
    if (seen) Courses.cursor(g, x(at), Courses.text(s, at), of);
  },

  // cursor is a line at the chosen time, and the value there, on the side that has room.
  cursor(g, x, text, of) {
    const wide = g.measureText(text).width + 8,
      left = x + wide + 4 > Timeline.wide ? x - wide - 2 : x + 3;
    g.fillStyle = of('--ink');
    g.fillRect(Math.floor(x), 0, 1, Courses.high);
    g.fillStyle = of('--card');
    g.fillRect(left, 2, wide, 15);
    g.fillStyle = of('--ink');
    g.fillText(text, left + 4, 13);
  },
};
