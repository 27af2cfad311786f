// The icicle: a box for each region, as wide as the sum over ranks of its time, below that of its parent.

const Icicle = {
  height: 24,
  thinnest: 0.0004, // of the whole width; thinner boxes are not drawn
  // change is from -1 (vanished) to 1 (new).
  change(i) {
    const a = Model.get('meanAll', i, 0),
      b = Model.get('meanAll', i, 1);
    return Math.max(a, b) > 0 ? (b - a) / Math.max(a, b) : 0;
  },

  // make returns an icicle. Options: run (fixed), or none for the run that is shown; colour (fixed);
  // whole: how much time a rank has over the whole width, in both runs the same.
  make(options) {
    const box = el('div', {
      class: 'icicle',
      tabindex: 0,
      role: 'group',
      'aria-roledescription': 'icicle chart',
      'aria-label':
        'Icicle of the call tree' +
        (options.run === undefined ? '' : ', run ' + Data.runs[options.run].name) +
        '. Arrow keys move, Enter zooms in, Escape out. The table has the same figures.',
    });
    const chart = { box, options, drawn: new Map() };
    box.addEventListener('click', (e) =>
      Icicle.at(e, (i) => {
        box.focus({ preventScroll: true });
        State.select(i);
      }),
    );
    box.addEventListener('dblclick', (e) => Icicle.at(e, (i) => State.zoom(i)));
    box.addEventListener('mousemove', (e) => {
      const run = Icicle.run(chart);
      if (!Icicle.at(e, (i) => Tip.show(e.clientX, e.clientY, Icicle.lines(i, run)))) Tip.hide();
    });
    box.addEventListener('mouseleave', Tip.hide);
    box.addEventListener('keydown', (e) => Icicle.key(e, chart));
    Icicle.draw(chart);
    return chart;
  },

  at(event, f) {
    const target = event.target.closest('[data-i]');
    if (target) f(Number(target.dataset.i));
    return Boolean(target);
  },

  run: (chart) => (chart.options.run === undefined ? State.run : chart.options.run),

  // lines say in short what a region took.
  lines(i, run) {
    const c = (column) => Model.get(column, i, run);
    return [
      Model.pathText(i),
      'mean ' +
        Model.time('mean', i, run) +
        ' over ' +
        Model.over(i, run) +
        ' ranks, ' +
        Model.figure(Format.percent, 'share', i, run) +
        ' of the first region',
      'fastest ' +
        Model.time('min', i, run) +
        ' (rank ' +
        c('minRank') +
        '), slowest ' +
        Model.time('max', i, run) +
        ' (rank ' +
        c('maxRank') +
        ')',
      'imbalance ' + Model.time('imbalance', i, run),
      Model.figure((n) => Format.plural(n, 'call'), 'calls', i, run) +
        (Model.children[i].length ? '' : ', no regions below'),
    ];
  },

  draw(chart) {
    const run = Icicle.run(chart),
      size = chart.options.whole ? Model.sum : Measures.width();
    const colour = Measures.colours(run)[chart.options.colour || Regions.colour];
    chart.drawn = new Map();
    chart.deepest = 0;
    const parts = [];
    const place = (i, left, width, level) => {
      if (width < Icicle.thinnest) return;
      chart.deepest = Math.max(chart.deepest, level);
      chart.drawn.set(i, Icicle.part(i, left, width, level, colour.of(i, run)));
      parts.push(chart.drawn.get(i));
      Icicle.below(i, left, width, level + 1, run, place, size);
    };
    const scale = chart.options.whole ? Math.min(1, Icicle.whole(run) / chart.options.whole) : 1;
    if (State.root >= 0) {
      const above = Model.path(State.root).filter((i) => i !== State.root);
      above.forEach((i, level) => {
        const part = Icicle.part(i, 0, 1, level, colour.of(i, run));
        part.classList.add('above');
        chart.drawn.set(i, part);
        parts.push(part);
      });
      const full = chart.options.whole ? Icicle.fraction(State.root, run) : 1;
      if (Model.has(State.root, run)) place(State.root, 0, full, above.length);
    } else {
      const total = Model.roots.reduce((sum, i) => sum + size(i, run), 0);
      let left = 0;
      for (const i of Model.roots) {
        const width = total > 0 ? (size(i, run) / total) * scale : 0;
        if (Model.has(i, run)) place(i, left, width, 0);
        left += width;
      }
    }
    chart.box.replaceChildren(...parts);
    chart.box.style.height = (chart.deepest + 1) * Icicle.height + 'px';
    Icicle.mark(chart);
  },

  // whole is the time of a mean rank in all roots, over all ranks of the run.
  whole: (run) => Model.roots.reduce((sum, i) => sum + Model.sum(i, run), 0) / Data.runs[run].size,

  // fraction is how a region compares with itself in the run in which it takes longest.
  fraction(i, run) {
    const times = Data.runs.map((r, k) => Model.sum(i, k) / r.size);
    const most = Math.max(...times);
    return most > 0 ? times[run] / most : 0;
  },

  // below places the children. Those that ran on several threads at once can take longer than their
  // parent: they are then drawn narrower, so that they fit.
  below(i, left, width, level, run, place, size) {
    const children = Model.children[i].filter((c) => Model.has(c, run) && !Model.beside(c));
    const sum = children.reduce((s, c) => s + size(c, run), 0);
    const whole = Math.max(sum, size(i, run));
    for (const c of children) {
      const share = whole > 0 ? (size(c, run) / whole) * width : 0;
      place(c, left, share, level);
      left += share;
    }
  },

  part(i, left, width, level, rgb) {
    return el(
      'div',
      {
        class: 'part cut',
        'data-i': i,
        style: {
          left: 100 * left + '%',
          width: 100 * width + '%',
          top: level * Icicle.height + 'px',
          'background-color': Colours.css(rgb),
          color: Colours.ink(rgb),
        },
      },
      width > Math.max(0.015, 34 / innerWidth) ? Names.parts(i) : null,
    );
  },

  // mark shows what is selected and what the search found.
  mark(chart) {
    chart.box.classList.toggle('searching', State.query !== '');
    for (const [i, part] of chart.drawn) {
      part.classList.toggle('selected', i === State.selected);
      part.classList.toggle('match', State.matching.has(i));
    }
  },

  key(event, chart) {
    const run = Icicle.run(chart);
    const i = State.selected;
    const go = (to) => {
      if (to !== undefined && to >= 0) State.select(to);
    };
    const shown = (list) => list.filter((c) => Model.has(c, run));
    const siblings = () => shown(Model.parent(i) < 0 ? Model.roots : Model.children[Model.parent(i)]);
    const keys = {
      ArrowDown: () => go(i < 0 ? shown(Model.roots)[0] : shown(Model.children[i])[0]),
      ArrowUp: () => go(Model.parent(i)),
      ArrowLeft: () => go(siblings()[siblings().indexOf(i) - 1]),
      ArrowRight: () => go(siblings()[siblings().indexOf(i) + 1]),
      Enter: () => {
        if (i >= 0) State.zoom(i);
      },
    };
    if (!keys[event.key] || (i < 0 && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    keys[event.key]();
  },
};

// Hot is the way to where the time is.
const Hot = {
  least: 0.5, // of the time of a region the next one has, or the path ends

  // path goes from a region, or from the outermost one that takes longest, into the region below that takes longest.
  path(i, run) {
    const most = (list) =>
      list
        .filter((c) => Model.has(c, run) && !Model.beside(c))
        .reduce((best, c) => (best < 0 || Model.sum(c, run) > Model.sum(best, run) ? c : best), -1);
    let at = i < 0 ? (State.root < 0 ? most(Model.roots) : State.root) : i;
    const path = at < 0 ? [] : [at];
    for (;;) {
      const next = at < 0 ? -1 : most(Model.children[at]);
      if (next < 0 || Model.sum(next, run) < Hot.least * Model.sum(at, run)) return path;
      path.push(next);
      at = next;
    }
  },

  // go selects its end. From there it goes on, from the outermost region, if there is nothing more.
  go() {
    const here = Hot.path(State.selected, State.run),
      path = here.length > 1 ? here : Hot.path(-1, State.run);
    if (!path.length) return;
    App.show('Regions');
    State.select(path.at(-1));
  },
};

// Crumbs is the way from the root to what is zoomed into.
const Crumbs = {
  make() {
    const nav = el('nav', { class: 'crumbs', 'aria-label': 'Zoomed into' });
    Crumbs.draw(nav);
    return nav;
  },
  draw(nav) {
    const list = el('ol', {});
    const add = (i, text) => {
      const here = i === State.root;
      list.append(
        el(
          'li',
          {},
          el('button', {
            type: 'button',
            text,
            'aria-current': here ? 'location' : null,
            on: { click: () => State.zoom(i) },
          }),
        ),
      );
    };
    add(-1, 'all regions');
    if (State.root >= 0) for (const i of Model.path(State.root)) add(i, Model.name(i));
    nav.replaceChildren(list);
  },
};
