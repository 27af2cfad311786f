// The first view: icicle, table, and what is known of the selected region.

const Regions = {
  name: 'Regions',
  colour: 'imbalance',

  make(panel) {
    Regions.crumbs = Crumbs.make();
    Regions.icicle = Icicle.make({});
    Regions.legend = el('span', {});
    Regions.aside = el('section', { class: 'detail', 'aria-label': 'Selected region', 'aria-live': 'polite' });
    const table = TreeTable.make();
    panel.append(
      el(
        'div',
        { class: 'bar-of-tools' },
        Regions.crumbs,
        el('button', {
          type: 'button',
          text: 'Hot path',
          title: 'h: from the selected region to where the time is',
          on: { click: Hot.go },
        }),
        Regions.choices(),
        RunSwitch.make(),
      ),
      Regions.icicle.box,
      el(
        'div',
        { class: 'legend-line' },
        Regions.legend,
        Drawing.buttons('regions', () => Drawing.scene([Regions.icicle.box], Regions.text())),
      ),
      el('div', { class: 'halves' }, el('section', { class: 'half', 'aria-label': 'Table' }, table), Regions.aside),
    );
    TreeTable.draw();
    Regions.update('all');
  },

  // choices are what widths and colours stand for.
  choices() {
    const select = (id, list, now, set) => {
      const box = el(
        'select',
        {
          id,
          on: {
            change: () => {
              set(box.value);
              Icicle.draw(Regions.icicle);
              Regions.key();
            },
          },
        },
        Object.entries(list).map(([key, c]) => el('option', { value: key, text: c.name, selected: key === now })),
      );
      return box;
    };
    const colours = Object.fromEntries(
      Object.entries(Measures.colours(State.run)).filter(([key]) => Model.two || key !== 'change'),
    );
    return [
      el(
        'label',
        {},
        'Width ',
        select('width', Measures.widths(), Measures.chosen, (key) => {
          Measures.chosen = key;
        }),
      ),
      el(
        'label',
        {},
        'Colour ',
        select('colour', colours, Regions.colour, (key) => {
          Regions.colour = key;
        }),
      ),
    ];
  },

  // text is what is seen, for a legend and beneath a picture.
  text() {
    const c = Measures.colours(State.run)[Regions.colour],
      w = Measures.widths()[Measures.chosen],
      size = Measures.width();
    return (
      'Width: ' +
      w.text +
      (Measures.chosen === 'time' ? '' : ', and at least what those below have') +
      ', whole width: ' +
      (State.root < 0 ? 'all regions' : Model.name(State.root)) +
      ((State.root < 0 ? Model.roots : [State.root]).some((i) => size(i, State.run) > 0) ? '' : ', which is 0') +
      '; ' +
      c.text +
      (Model.flat
        ? '. There is no call tree in this file: regions stand side by side, though some ran within others.'
        : '')
    );
  },

  key() {
    const c = Measures.colours(State.run)[Regions.colour];
    Regions.legend.replaceChildren(
      Colours.bar(c.scale, c.low + '\u00a0', '\u00a0' + c.high),
      el('span', { text: ' — ' + Regions.text() }),
    );
  },

  update(what) {
    if (what === 'select') {
      Icicle.mark(Regions.icicle);
      TreeTable.reveal();
    } else if (what === 'search') {
      Icicle.mark(Regions.icicle);
      TreeTable.draw();
    } else {
      Icicle.draw(Regions.icicle);
      Crumbs.draw(Regions.crumbs);
      Regions.key();
      TreeTable.draw();
      TreeTable.reveal();
    }
    if (what === 'search') return;
    Regions.aside.replaceChildren(...Detail.make(State.selected, State.run));
    const alone = State.selected < 0,
      halves = Regions.aside.parentElement;
    if (halves.classList.contains('alone') === alone) return;
    halves.classList.toggle('alone', alone); // the table has the room until something is selected
    TreeTable.resize();
  },
};

// RunSwitch chooses which of two runs is shown.
const RunSwitch = {
  made: [],
  make() {
    if (!Model.two) return null;
    const group = el(
      'span',
      { class: 'switch', role: 'group', 'aria-label': 'Run' },
      Data.runs.map((run, k) =>
        el('button', {
          type: 'button',
          text: 'AB'[k] + ': ' + run.name,
          'data-run': k,
          'aria-pressed': String(k === State.run),
          on: { click: () => State.show(k) },
        }),
      ),
    );
    RunSwitch.made.push(group);
    return group;
  },
  update() {
    for (const group of RunSwitch.made)
      for (const b of group.children) b.setAttribute('aria-pressed', String(Number(b.dataset.run) === State.run));
  },
};

// Detail is all that is known of one region in one run.
const Detail = {
  make(i, run) {
    if (i < 0)
      return [
        el('p', {
          class: 'note',
          text: 'Select a region, in the icicle or in the table, to see how its time is distributed over ranks and over calls.',
        }),
      ];
    if (!Model.has(i, run))
      return [
        el('h2', { text: Model.name(i) }),
        el('p', { class: 'note', text: Data.runs[run].name + ' does not have this region.' }),
      ];
    const parts = [
      el('h2', { text: Model.name(i) }),
      el('p', {
        class: 'path',
        title: Model.pathText(i),
        text: Detail.path(i) + ' · environment ' + Model.environment(i),
      }),
      el(
        'div',
        { class: 'buttons' },
        el('button', { type: 'button', text: 'Zoom in', on: { click: () => State.zoom(i) } }),
        Data.runs[run].heat
          ? el('button', { type: 'button', text: 'Its ranks', on: { click: () => App.show('Ranks') } })
          : null,
        el('button', { type: 'button', text: 'Callers and callees', on: { click: () => App.show('Names') } }),
      ),
      Detail.figures(i, run),
      Charts.ranks(i, run),
      Charts.calls(i, run),
    ];
    const slow = Detail.slowest(i, run);
    if (slow) parts.push(slow);
    const measured = Data.runs[run].of.get(i);
    if (measured) parts.push(Detail.counters(measured, run));
    return parts;
  },

  // path leaves out the middle of a long one.
  path(i) {
    const names = Model.path(i).map(Model.name);
    return (
      names.length > 8
        ? [...names.slice(0, 2), '… ' + Format.count(names.length - 5) + ' more …', ...names.slice(-3)]
        : names
    ).join(' / ');
  },

  figures(i, run) {
    const c = (column) => Model.get(column, i, run);
    const k = Model.figure(Format.count, 'ranks', i, run),
      all = Model.figure(Format.count, 'of', i, run);
    const rank = (column) => (c(column) >= 0 ? ', rank ' + c(column) : '');
    const rows = [
      [
        'mean',
        'Mean over the ' + Format.plural(c('ranks'), 'rank') + ' that ran it',
        c('mean'),
        Model.time('mean', i, run),
      ],
      [
        'meanAll',
        'Mean over all ' + all + ' of the environment, others as 0',
        c('meanAll'),
        Model.time('meanAll', i, run),
      ],
      ['stdDev', 'Standard deviation over the ' + k, c('stdDev'), Model.time('stdDev', i, run)],
      ['min', 'Fastest' + rank('minRank'), c('min'), Model.time('min', i, run)],
      ['median', 'Median of the ' + k, c('median'), Model.time('median', i, run)],
      ['p90', '90 % of the ' + k + ' are below', c('p90'), Model.time('p90', i, run)],
      ['max', 'Slowest' + rank('maxRank'), c('max'), Model.time('max', i, run)],
      ['imbalance', 'Imbalance: slowest less mean of the ' + k, c('imbalance'), Model.time('imbalance', i, run)],
      [
        'imbalanceShare',
        'the same, of the slowest',
        c('imbalanceShare'),
        Model.figure(Format.percent, 'imbalanceShare', i, run),
      ],
      ['untimed', 'Outside timed children, sum over ranks', c('untimed'), Model.time('untimed', i, run)],
      ['calls', 'Calls, all ranks and threads', c('calls'), Model.figure(Format.count, 'calls', i, run)],
      ['callMean', 'Mean of a call, of all ranks and threads', c('callMean'), Model.time('callMean', i, run)],
    ];
    if (c('callMinRank') >= 0)
      rows.push(
        ['callMin', 'Shortest call' + rank('callMinRank'), c('callMin'), Model.time('callMin', i, run)],
        ['callMax', 'Longest call' + rank('callMaxRank'), c('callMax'), Model.time('callMax', i, run)],
      );
    if (c('callHistogram').length)
      rows.push(
        ['callMedian', 'Median of the calls', c('callMedian'), Model.time('callMedian', i, run)],
        ['callP99', '99 % of the calls are below', c('callP99'), Model.time('callP99', i, run)],
      );
    if (c('running') > 0)
      rows.push([
        'running',
        'Ranks in which it was still running',
        c('running'),
        Model.figure(Format.count, 'running', i, run),
      ]);
    return el(
      'table',
      { class: 'figures' },
      el('caption', {
        text:
          'Figures of ' +
          Model.name(i) +
          (Model.two ? ' in ' + Data.runs[run].name : '') +
          (c('estimated') ? ' (times scaled from a sample of the calls)' : ''),
      }),
      el(
        'tbody',
        {},
        rows.map(([key, title, value, text]) =>
          el('tr', {}, el('th', { scope: 'row', text: title }), cell(value, text, { 'data-k': key })),
        ),
      ),
    );
  },

  slowest(i, run) {
    const heat = Data.runs[run].heat;
    if (!heat || !heat.row.has(i)) return null;
    const slow = heat.slow[heat.row.get(i)];
    if (!slow || slow.length === 0) return null;
    const mean = Model.get('mean', i, run);
    return el(
      'table',
      { class: 'figures slow' },
      el('caption', { text: 'Slowest ranks' }),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ['Rank', 'Host', 'Time', 'above the mean'].map((text) => el('th', { scope: 'col', text })),
        ),
      ),
      el(
        'tbody',
        {},
        slow.map((s) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row', text: s.rank }),
            el('td', { text: s.host }),
            cell(s.time, Format.time(s.time), { 'data-k': 'slow' }),
            cell(s.time - mean, Format.time(s.time - mean), { 'data-k': 'above' }),
          ),
        ),
      ),
    );
  },

  counters(measured, run) {
    return el(
      'table',
      { class: 'figures' },
      el('caption', { text: 'Counters of this region, over the ranks that measured them' }),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ['Counter', 'Mean', 'Smallest', 'Largest', 'counted'].map((text) => el('th', { scope: 'col', text })),
        ),
      ),
      el(
        'tbody',
        {},
        measured.map((v) => {
          const q = Data.runs[run].counters[v.counter];
          return el(
            'tr',
            {},
            el('th', { scope: 'row', text: q.name }),
            cell(v.mean, Model.counted(v, 'mean', q.unit)),
            cell(v.min, Model.counted(v, 'min', q.unit, 'minRank')),
            cell(v.max, Model.counted(v, 'max', q.unit, 'maxRank')),
            cell(Model.share(v.missed, v.left), Format.percent(Model.share(v.missed, v.left))),
          );
        }),
      ),
    );
  },
};
