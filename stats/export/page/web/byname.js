// By name: what each name took itself, wherever it was called, with what called it beneath; and beside it all that called one name and
// all that it called.

const ByName = {
  name: 'Names',
  order: 'self',
  open: new Set(), // rows, by their names from the top
  first: 100, // rows at once, and more at a time
  shown: 100,
  levels: 64, // of callers

  columns: [
    { key: 'self', title: 'Self', hint: 'time outside of the regions below, of all ranks and threads', bar: true },
    { key: 'mean', title: 'a rank', hint: 'the same, mean over all ranks', sort: 'self' },
    { key: 'share', title: 'of all', hint: 'share of the self time of all regions', sort: 'self' },
    {
      key: 'total',
      title: 'With callees',
      hint: 'time of the name and of all below it, sum over ranks; what it calls of itself counts once',
    },
    { key: 'calls', title: 'Calls', hint: 'over all ranks and threads' },
    { key: 'places', title: 'Paths', hint: 'call paths that end in it' },
  ],

  make(panel) {
    ByName.body = el('tbody', {});
    ByName.said = el('span', {});
    ByName.head = el(
      'tr',
      {},
      el('th', { scope: 'col', text: 'Name' }),
      ByName.columns.map((c) =>
        el(
          'th',
          { scope: 'col', 'data-sort': c.sort || c.key },
          c.sort
            ? c.title
            : el('button', {
                type: 'button',
                class: 'link',
                text: c.title,
                title: c.hint + '; sorts',
                on: {
                  click: () => {
                    ByName.order = c.key;
                    ByName.draw();
                  },
                },
              }),
        ),
      ),
    );
    ByName.more = el('button', {
      type: 'button',
      on: {
        click: () => {
          ByName.shown += 4 * ByName.first;
          ByName.draw();
        },
      },
    });
    ByName.aside = el('section', {
      class: 'detail',
      'aria-label': 'Callers and callees',
      'aria-live': Data.live ? 'off' : 'polite',
    }); // or it would be read out every second
    panel.append(
      el('div', { class: 'bar-of-tools' }, RunSwitch.make()),
      el(
        'div',
        { class: 'halves even' },
        el(
          'section',
          { class: 'half', 'aria-label': 'Names and their callers' },
          el(
            'div',
            { class: 'wide-table' },
            el(
              'table',
              { class: 'list', id: 'names' },
              el('caption', {}, ByName.said),
              el('thead', {}, ByName.head),
              ByName.body,
            ),
            ByName.more,
          ),
        ),
        ByName.aside,
      ),
    );
    ByName.update('all');
  },

  update(what) {
    if (what !== 'select') ByName.draw();
    ByName.mark();
    ByName.aside.replaceChildren(
      ...Sandwich.make(State.selected < 0 ? ByName.list[0]?.node.name : Model.name(State.selected), State.run),
    );
    if (Sandwich.boxes.length) Sandwich.boxes[0].scrollTop = 1e6; // the nearest callers are lowest
  },

  // sums adds up what entries stand for: a region, and which one above it is looked at.
  sums(node) {
    const run = State.run,
      add = (sum, v) => (v === null ? sum : (sum === null ? 0 : sum) + v);
    node.self = node.calls = node.total = null;
    for (const { i } of node.entries) {
      node.self = add(node.self, Model.get('self', i, run));
      node.calls = add(node.calls, Model.get('calls', i, run));
      node.about = node.about || Model.get('estimated', i, run);
      if (ByName.outermost(i)) node.total = add(node.total, Model.get('wall', i, run));
    }
    node.places = node.entries.length;
    return node;
  },

  // outermost says whether nothing above a region has its name.
  outermost(i) {
    for (let j = Model.parent(i); j >= 0; j = Model.parent(j)) if (Model.name(j) === Model.name(i)) return false;
    return true;
  },

  // group puts entries together by the name of what is looked at.
  group(entries) {
    const groups = new Map();
    for (const e of entries) {
      const name = Model.name(e.at);
      if (!groups.has(name)) groups.set(name, { name, entries: [] });
      groups.get(name).entries.push(e);
    }
    return [...groups.values()].map(ByName.sums);
  },

  // names are all of a run. Device time is no self time of a rank.
  names: () =>
    ByName.group(
      Model.regions(State.run)
        .filter((i) => !Model.onDevice(Model.name(i)) && (State.root < 0 || Model.path(i).includes(State.root)))
        .map((i) => ({ i, at: i })),
    ),

  callers: (node) =>
    ByName.group(node.entries.filter((e) => Model.parent(e.at) >= 0).map((e) => ({ i: e.i, at: Model.parent(e.at) }))),

  sorted: (list) => list.sort((a, b) => (b[ByName.order] || 0) - (a[ByName.order] || 0) || (a.name < b.name ? -1 : 1)),

  draw() {
    const all = ByName.names(),
      wanted = State.query.toLowerCase();
    ByName.whole = all.reduce((sum, n) => sum + (n.self || 0), 0);
    ByName.list = [];
    const walk = (list, level, above) => {
      for (const node of ByName.sorted(list)) {
        const key = above + '\n' + node.name,
          open = ByName.open.has(key),
          calls = level < ByName.levels && node.entries.some((e) => Model.parent(e.at) >= 0);
        ByName.list.push({ node, level, key, open, calls });
        if (open && calls) walk(ByName.callers(node), level + 1, key);
      }
    };
    walk(
      all.filter((n) => n.name.toLowerCase().includes(wanted)),
      0,
      '',
    );
    const shown = ByName.list.slice(0, ByName.shown);
    ByName.said.textContent =
      'Names of ' +
      Data.runs[State.run].name +
      (Interval.base ? ', in this interval' : '') +
      ': self time of all call paths that end in them; beneath a name what called it there.' +
      Names.said();
    for (const th of ByName.head.children)
      th.setAttribute('aria-sort', th.dataset.sort === ByName.order ? 'descending' : 'none');
    const focus = document.activeElement,
      key = ByName.body.contains(focus) && focus.closest('tr').dataset.key,
      part = focus.matches('.twist') ? '.twist' : '.cut';
    ByName.body.replaceChildren(...shown.map(ByName.row));
    if (key)
      [...ByName.body.children]
        .find((tr) => tr.dataset.key === key)
        ?.querySelector(part)
        .focus(); // it was drawn anew
    ByName.more.hidden = shown.length >= ByName.list.length;
    ByName.more.textContent = 'Show more of ' + Format.count(ByName.list.length);
  },

  // time is a sum over ranks, as far as it is known and resolved.
  time(ns, about) {
    const step = Data.runs[State.run].resolution;
    if (ns === null) return '–';
    return ns < step ? Format.bound(Format.time(step)) : (about ? '≈' : '') + Format.time(ns);
  },

  text: {
    self: (n) => ByName.time(n.self, n.about),
    mean: (n) =>
      n.self === null ? '–' : (n.about ? '≈' : '') + Format.time(n.self / Math.max(1, Data.runs[State.run].ranks)),
    share: (n) => (n.self === null || ByName.whole === 0 ? '–' : Format.percent(n.self / ByName.whole)),
    total: (n) => ByName.time(n.total, n.about),
    calls: (n) => (n.calls === null ? '–' : Format.brief(n.calls)),
    places: (n) => Format.count(n.places),
  },

  row({ node, level, key, open, calls }) {
    const twist = calls
      ? el('button', {
          type: 'button',
          class: 'link twist',
          'aria-expanded': String(open),
          'aria-label': 'Callers of ' + node.name,
          text: open ? '▾' : '▸',
          on: { click: () => ByName.turn(key) },
        })
      : el('span', { class: 'twist' });
    return el(
      'tr',
      { 'data-name': node.name, 'data-level': level, 'data-key': key },
      el(
        'th',
        { scope: 'row', class: 'name', title: node.name },
        el(
          'span',
          { class: 'indent', style: { '--level': Math.min(level, 12) } },
          twist,
          level ? el('span', { class: 'at', text: '← ' }) : null,
          el(
            'button',
            { type: 'button', class: 'link cut', on: { click: () => ByName.choose(node.name) } },
            Names.parts(node.entries[0].at),
          ),
        ),
      ),
      ByName.columns.map((c) => ByName.cell(c, node)),
    );
  },

  cell(c, node) {
    const td = cell(c.key === 'mean' || c.key === 'share' ? node.self : node[c.key], ByName.text[c.key](node), {
      'data-k': c.key,
      class: c.bar ? 'n bar' : 'n',
    });
    if (c.bar)
      td.style.setProperty('--share', (ByName.whole > 0 ? (100 * Math.max(0, node.self)) / ByName.whole : 0) + '%');
    return td;
  },

  turn(key) {
    if (!ByName.open.delete(key)) ByName.open.add(key);
    ByName.draw();
    ByName.mark();
  },

  // choose chooses a name: of its regions the one that takes longest.
  choose(name) {
    const of = Model.regions(State.run).filter((i) => Model.name(i) === name);
    State.select(of.reduce((most, i) => (Model.sum(i, State.run) > Model.sum(most, State.run) ? i : most)));
  },

  mark() {
    for (const tr of ByName.body.children)
      tr.classList.toggle(
        'chosen',
        State.selected >= 0 && tr.dataset.level === '0' && tr.dataset.name === Model.name(State.selected),
      );
  },
};
