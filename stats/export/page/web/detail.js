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
    panel.append(el('div', { class: 'bar-of-tools' }, Regions.crumbs, Regions.choice(), RunSwitch.make()),
      Regions.icicle.box, el('div', { class: 'legend-line' }, Regions.legend),
      el('div', { class: 'halves' }, el('section', { class: 'half', 'aria-label': 'Table' }, table), Regions.aside));
    TreeTable.draw();
    Regions.update('all');
  },

  choice() {
    const select = el('select', { id: 'colour', on: { change: () => { Regions.colour = select.value; Icicle.draw(Regions.icicle); Regions.key(); } } },
      Object.entries(Icicle.colours).filter(([key]) => Model.two || key !== 'change').map(([key, c]) => el('option', { value: key, text: c.name, selected: key === Regions.colour })));
    return el('label', {}, 'Colour ', select);
  },

  key() {
    const c = Icicle.colours[Regions.colour];
    const whole = State.root < 0 ? 'all regions' : Model.name(State.root);
    Regions.legend.replaceChildren(Colours.bar(c.scale, c.low + '\u00a0', '\u00a0' + c.high), el('span', { text: ' — width: sum over ranks of the time, whole width: ' + whole + '; ' + c.text + (Model.flat ? '. There is no call tree in this file: regions stand side by side, though some ran within others.' : '') }));
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
    if (what !== 'search') Regions.aside.replaceChildren(...Detail.make(State.selected, State.run));
  },
};

// RunSwitch chooses which of two runs is shown.
const RunSwitch = {
  made: [],
  make() {
    if (!Model.two) return null;
    const group = el('span', { class: 'switch', role: 'group', 'aria-label': 'Run' }, Data.runs.map((run, k) => el('button', {
      type: 'button', text: 'AB'[k] + ': ' + run.name, 'data-run': k, 'aria-pressed': String(k === State.run), on: { click: () => State.show(k) },
    })));
    RunSwitch.made.push(group);
    return group;
  },
  update() {
    for (const group of RunSwitch.made) for (const b of group.children) b.setAttribute('aria-pressed', String(Number(b.dataset.run) === State.run));
  },
};

// Detail is all that is known of one region in one run.
const Detail = {
  make(i, run) {
    if (i < 0) return [el('p', { class: 'note', text: 'Select a region, in the icicle or in the table, to see how its time is distributed over ranks and over calls.' })];
    if (!Model.has(i, run)) return [el('h2', { text: Model.name(i) }), el('p', { class: 'note', text: Data.runs[run].name + ' does not have this region.' })];
    const parts = [
      el('h2', { text: Model.name(i) }),
      el('p', { class: 'path', text: Model.pathText(i) + ' · context ' + Model.context(i) }),
      el('div', { class: 'buttons' }, el('button', { type: 'button', text: 'Zoom in', on: { click: () => State.zoom(i) } }),
        Data.runs[run].heat ? el('button', { type: 'button', text: 'Its ranks', on: { click: () => App.show('Ranks') } }) : null),
      Detail.figures(i, run),
      Charts.ranks(i, run),
      Charts.calls(i, run),
    ];
    const slow = Detail.slowest(i, run);
    if (slow) parts.push(slow);
    const measured = Data.runs[run].of.get(i);
    if (measured) parts.push(Detail.quantities(measured, run));
    return parts;
  },

  figures(i, run) {
    const c = (column) => Model.get(column, i, run);
    const k = Format.count(c('ranks')), all = Format.count(c('of'));
    const rank = (column) => (c(column) >= 0 ? ', rank ' + c(column) : '');
    const rows = [
      ['mean', 'Mean over the ' + Format.plural(c('ranks'), 'rank') + ' that ran it', c('mean'), Format.time(c('mean'))],
      ['meanAll', 'Mean over all ' + all + ' of the context, others as 0', c('meanAll'), Format.time(c('meanAll'))],
      ['stdDev', 'Standard deviation over the ' + k, c('stdDev'), Format.time(c('stdDev'))],
      ['min', 'Fastest' + rank('minRank'), c('min'), Format.time(c('min'))],
      ['median', 'Median of the ' + k, c('median'), Format.time(c('median'))],
      ['p90', '90 % of the ' + k + ' are below', c('p90'), Format.time(c('p90'))],
      ['max', 'Slowest' + rank('maxRank'), c('max'), Format.time(c('max'))],
      ['imbalance', 'Balance saves: slowest less mean of the ' + k, c('imbalance'), Format.time(c('imbalance'))],
      ['imbalanceShare', 'the same, of the slowest', c('imbalanceShare'), Format.percent(c('imbalanceShare'))],
      ['untimed', 'Outside timed children, sum over ranks', c('untimed'), Format.time(c('untimed'))],
      ['calls', 'Calls, all ranks and threads', c('calls'), Format.count(c('calls'))],
      ['callMean', 'Mean of a call, of all ranks and threads', c('callMean'), Format.time(c('callMean'))],
    ];
    if (c('callMinRank') >= 0) rows.push(['callMin', 'Shortest call' + rank('callMinRank'), c('callMin'), Format.time(c('callMin'))], ['callMax', 'Longest call' + rank('callMaxRank'), c('callMax'), Format.time(c('callMax'))]);
    if (c('callHistogram').length) rows.push(['callMedian', 'Median of the calls', c('callMedian'), Format.time(c('callMedian'))], ['callP99', '99 % of the calls are below', c('callP99'), Format.time(c('callP99'))]);
    if (c('running') > 0) rows.push(['running', 'Ranks in which it was still running', c('running'), Format.count(c('running'))]);
    return el('table', { class: 'figures' }, el('caption', { text: 'Figures of ' + Model.name(i) + (Model.two ? ' in ' + Data.runs[run].name : '') + (c('estimated') ? ' (times scaled from a sample of the calls)' : '') }),
      el('tbody', {}, rows.map(([key, title, value, text]) => el('tr', {}, el('th', { scope: 'row', text: title }), cell(value, text, { 'data-k': key })))));
  },

  slowest(i, run) {
    const heat = Data.runs[run].heat;
    if (!heat || !heat.row.has(i)) return null;
    const slow = heat.slow[heat.row.get(i)];
    if (!slow || slow.length === 0) return null;
    const mean = Model.get('mean', i, run);
    return el('table', { class: 'figures slow' }, el('caption', { text: 'Slowest ranks' }),
      el('thead', {}, el('tr', {}, ['Rank', 'Host', 'Time', 'above the mean'].map((text) => el('th', { scope: 'col', text })))),
      el('tbody', {}, slow.map((s) => el('tr', {}, el('th', { scope: 'row', text: s.rank }), el('td', { text: s.host }), cell(s.time, Format.time(s.time), { 'data-k': 'slow' }), cell(s.time - mean, Format.time(s.time - mean), { 'data-k': 'above' })))));
  },

  quantities(measured, run) {
    return el('table', { class: 'figures' }, el('caption', { text: 'Counters of this region, over the ranks that measured them' }),
      el('thead', {}, el('tr', {}, ['', 'Mean', 'Smallest', 'Largest'].map((text) => el('th', { scope: 'col', text })))),
      el('tbody', {}, measured.map((v) => {
        const q = Data.runs[run].quantities[v.quantity];
        return el('tr', {}, el('th', { scope: 'row', text: q.Name }), cell(v.mean, Format.quantity(v.mean, q.Unit)), cell(v.min, Format.quantity(v.min, q.Unit) + ' @' + v.minRank), cell(v.max, Format.quantity(v.max, q.Unit) + ' @' + v.maxRank));
      })));
  },
};

