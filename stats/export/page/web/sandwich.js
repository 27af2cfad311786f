// Sandwich is one name between all that called it and all that it called, as two icicles: above it callers, beneath callees.
const Sandwich = {
  boxes: [],
  text: 'Above the name: what called it. Below: what it called; the stronger the colour, the more of it is self time. Width: time, sum over ranks.',

  make(name, run) {
    Sandwich.boxes = [];
    if (name === undefined) return [el('p', { class: 'note', text: 'No region matches.' })];
    const all = Model.regions(run)
        .filter((i) => Model.name(i) === name)
        .map((i) => ({ i, at: i })),
      entries = all.filter((e) => ByName.outermost(e.i));
    const node = Object.assign(ByName.sums({ name, entries: all }), { entries });
    if (!entries.length)
      return [
        el('h2', { text: name }),
        el('p', { class: 'note', text: Data.runs[run].name + ' does not have this region.' }),
      ];
    const callers = ByName.callers(node),
      list = entries.map((e) => e.i),
      callees = Sandwich.below(list, run);
    const part = (n) => (node.total > 0 && n.total !== null ? n.total / node.total : NaN);
    const table = (caption, list) =>
      Lists.table(
        caption,
        [
          {
            title: 'Name',
            cell: (n) =>
              el(
                'th',
                { scope: 'row', class: 'name', title: n.name },
                el(
                  'button',
                  { type: 'button', class: 'link cut', on: { click: () => ByName.choose(n.name) } },
                  Names.parts(n.at),
                ),
              ),
          },
          { title: 'Time', cell: (n) => cell(n.total, ByName.time(n.total), { 'data-k': 'total' }) },
          { title: 'Share', cell: (n) => cell(part(n), Format.percent(part(n))) },
          { title: 'Calls', cell: (n) => cell(n.calls, n.calls === null ? '–' : Format.brief(n.calls)) },
        ],
        list
          .map((n) => Object.assign(n, { at: n.entries ? n.entries[0].at : n.list[0] }))
          .sort((a, b) => (b.total || 0) - (a.total || 0)),
      );
    const up = Sandwich.box('Callers of ' + name),
      down = Sandwich.box(name + ' and its callees');
    Sandwich.boxes = [up, down];
    Sandwich.draw(up, { node, next: (n) => ByName.callers(n), colour: () => Colours.rising(0), up: true });
    Sandwich.draw(down, {
      node: Object.assign({}, node, { list }),
      next: (n) => Sandwich.below(n.list, run),
      colour: (n) => Colours.rising(n.total > 0 ? Math.max(0, Math.min(1, n.self / n.total)) : 0),
    });
    return [
      el('h2', { text: name }),
      el('p', {
        class: 'path',
        text:
          ByName.time(node.total) +
          ' with callees, ' +
          ByName.time(node.self) +
          ' itself, ' +
          (node.calls === null ? '' : Format.plural(node.calls, 'call') + ', ') +
          Format.plural(all.length, 'call path') +
          (entries.length < all.length
            ? ', of which ' + Format.count(all.length - entries.length) + ' lie within another'
            : ''),
      }),
      up,
      down,
      el('p', { class: 'legend-line', text: Sandwich.text }),
      el(
        'div',
        { class: 'buttons' },
        Drawing.buttons('callers-and-callees', () => Drawing.scene(Sandwich.boxes, Sandwich.text)),
      ),
      table('Callers', callers),
      table('Callees', callees),
    ];
  },

  // below are the regions below several, together by name.
  below(list, run) {
    const groups = new Map();
    for (const i of list) {
      for (const c of Model.children[i]) {
        if (!Model.has(c, run) || Model.beside(c)) continue;
        if (!groups.has(Model.name(c)))
          groups.set(Model.name(c), { name: Model.name(c), list: [], total: 0, self: 0, calls: 0 });
        const g = groups.get(Model.name(c));
        g.list.push(c);
        for (const [to, column] of [
          ['total', 'wall'],
          ['self', 'self'],
          ['calls', 'calls'],
        ])
          g[to] += Model.get(column, c, run) || 0;
      }
    }
    return [...groups.values()].sort((a, b) => b.total - a.total);
  },

  box(label) {
    const box = el('div', {
      class: 'icicle',
      role: 'img',
      tabindex: 0,
      'aria-label': label + ' as an icicle; the tables beneath have the nearest of them.',
    });
    box.addEventListener('click', (e) => {
      if (e.target.closest('[data-name]')) ByName.choose(e.target.closest('[data-name]').dataset.name);
    });
    box.addEventListener('mousemove', (e) => {
      const part = e.target.closest('[data-name]');
      if (part) Tip.show(e.clientX, e.clientY, [part.dataset.name, part.dataset.text]);
      else Tip.hide();
    });
    box.addEventListener('mouseleave', Tip.hide);
    return box;
  },

  // draw fills a box: level 0 is the name itself, which stands in the lower one.
  draw(box, { node, next, colour, up }) {
    const parts = [];
    let deepest = 0;
    const place = (n, left, width, level) => {
      if (width < Icicle.thinnest || level > ByName.levels || parts.length > 3000) return;
      deepest = Math.max(deepest, level);
      if (level > 0 || !up) parts.push({ n, left, width, level });
      const list = next(n).sort((a, b) => (b.total || 0) - (a.total || 0)),
        whole = Math.max(
          n.total || 0,
          list.reduce((sum, c) => sum + (c.total || 0), 0),
        );
      for (const c of list) {
        const share = whole > 0 ? ((c.total || 0) / whole) * width : 0;
        place(c, left, share, level + 1);
        left += share;
      }
    };
    place(node, 0, 1, 0);
    box.replaceChildren(
      ...parts.map(({ n, left, width, level }) => {
        const rgb = colour(n),
          part = Icicle.part(n.entries ? n.entries[0].at : n.list[0], left, width, up ? deepest - level : level, rgb);
        part.dataset.name = n.name;
        part.dataset.text = ByName.time(n.total) + ', ' + Format.percent(n.total / node.total);
        return part;
      }),
    );
    box.hidden = parts.length === 0;
    box.style.height = (up ? deepest : deepest + 1) * Icicle.height + 'px';
  },
};
