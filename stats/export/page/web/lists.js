// Views that are lists: imbalance, contexts, counters, the run itself.

const Lists = {
  first: 50,

  // table makes a table of so many rows, with a button for the rest. columns: {title, cell(row)}.
  table(caption, columns, rows, options) {
    const body = el('tbody', {});
    const more = el('button', { type: 'button' });
    let shown = 0;
    const add = (n) => {
      for (const row of rows.slice(shown, shown + n)) {
        const tr = el('tr', { 'data-i': options && options.region ? options.region(row) : null }, columns.map((c) => c.cell(row)));
        if (options && options.region) tr.addEventListener('click', () => State.select(options.region(row)));
        body.append(tr);
      }
      shown = Math.min(rows.length, shown + n);
      more.hidden = shown >= rows.length;
      more.textContent = 'Show ' + Math.min(4 * Lists.first, rows.length - shown) + ' more of ' + Format.count(rows.length);
    };
    more.addEventListener('click', () => add(4 * Lists.first));
    add(Lists.first);
    const table = el('table', { class: 'list' }, el('caption', { text: caption }), el('thead', {}, el('tr', {}, columns.map((c) => el('th', { scope: 'col', class: c.left ? 'left' : null, text: c.title, title: c.hint })))), body);
    return el('div', { class: 'wide-table' }, rows.length ? table : el('p', { class: 'note', text: caption + ': none.' }), more);
  },

  region: (i) => el('th', { scope: 'row', class: 'name', title: Model.pathText(i) },
    el('button', { type: 'button', class: 'link', text: Model.name(i), on: { click: () => { State.select(i); } } }),
    el('span', { class: 'above-name', text: Model.parent(i) < 0 ? '' : Model.path(i).slice(0, -1).map(Model.name).join(' / ') })),

  mark(place) {
    for (const tr of place.querySelectorAll('tr[data-i]')) tr.classList.toggle('chosen', Number(tr.dataset.i) === State.selected);
  },

  wanted: (i) => (State.query === '' || State.matching.has(i)) && (State.root < 0 || Model.path(i).includes(State.root)),
};

// Imbalance ranks regions by the seconds that balance would give back.
const Imbalance = {
  name: 'Imbalance',
  all: false,

  make(panel) {
    const box = el('input', { type: 'checkbox', id: 'nested', on: { change: () => { Imbalance.all = box.checked; Imbalance.update('all'); } } });
    Imbalance.place = el('div', {});
    panel.append(el('div', { class: 'bar-of-tools' }, el('label', {}, box, ' also regions that have it from a child'), RunSwitch.make()),
      el('p', { class: 'note', text: 'Balance would give back the time of the slowest rank less the mean over the ranks that ran the region. Where one child has half of it or more, the region waits for the child: such regions are left out at first, so that no second is counted twice. What ranks wait for others in, such as a barrier, has an imbalance too: its slowest rank is the one that came first.' }), Imbalance.place);
    Imbalance.update('all');
  },

  update(what) {
    if (what === 'select') return Lists.mark(Imbalance.place);
    const run = State.run;
    const get = (column) => (i) => Model.get(column, i, run);
    const rows = Model.regions(run).filter((i) => Lists.wanted(i) && get('imbalance')(i) > 0 && (Imbalance.all || Model.inChildren(i, run) < 0))
      .sort((i, j) => get('imbalance')(j) - get('imbalance')(i) || i - j);
    const most = rows.length ? get('imbalance')(rows[0]) : 0;
    const wall = Data.runs[run].to - Data.runs[run].from;
    const number = (title, key, text, hint) => ({ title, hint, cell: (i) => cell(get(key)(i), text(get(key)(i)), { 'data-k': key }) });
    const saves = (i) => {
      const td = cell(get('imbalance')(i), Format.time(get('imbalance')(i)), { 'data-k': 'imbalance', class: 'n bar' });
      td.style.setProperty('--share', (most > 0 ? (100 * get('imbalance')(i)) / most : 0) + '%');
      return td;
    };
    const columns = [
      { title: 'Region', cell: Lists.region },
      { title: 'Balance saves', hint: 'slowest rank less the mean over the k ranks', cell: saves },
      { title: 'of the wall time', cell: (i) => cell(wall > 0 ? get('imbalance')(i) / wall : 0, wall > 0 ? Format.percent(get('imbalance')(i) / wall) : '–') },
      number('of slowest', 'imbalanceShare', Format.percent, 'as a share of the time of the slowest rank'),
      { title: 'Worst rank', cell: (i) => cell(get('maxRank')(i), Imbalance.who(i, run), { 'data-k': 'maxRank' }) },
      number('Slowest', 'max', Format.time), number('Mean', 'mean', Format.time, 'over the k ranks that ran it'),
      { title: 'k/P', hint: 'ranks that ran it, of those of its context', cell: (i) => cell(get('ranks')(i), Model.over(i, run)) },
    ];
    if (Imbalance.all) columns.push({ title: 'mostly from', left: true, cell: (i) => el('td', { class: 'left', text: Model.inChildren(i, run) < 0 ? '' : Model.name(Model.inChildren(i, run)) }) });
    Imbalance.place.replaceChildren(Lists.table('Seconds that balance would give back, ' + Data.runs[run].name, columns, rows, { region: (i) => i }), Imbalance.ranks(run));
    return Lists.mark(Imbalance.place);
  },

  who(i, run) {
    const heat = Data.runs[run].heat;
    const slow = heat && heat.row.has(i) ? (heat.slow[heat.row.get(i)] || [])[0] : undefined;
    return String(Model.get('maxRank', i, run)) + (slow && slow.host ? ' (' + slow.host + ')' : '');
  },

  // ranks says which ranks are the slowest of the most regions.
  ranks(run) {
    const known = new Map();
    for (const i of Model.regions(run)) {
      const rank = Model.get('maxRank', i, run), lost = Model.get('imbalance', i, run);
      if (rank < 0 || !(lost > 0) || Model.inChildren(i, run) >= 0) continue;
      const of = known.get(rank) || { rank, regions: 0, lost: 0 };
      of.regions++;
      of.lost += lost;
      known.set(rank, of);
    }
    const rows = [...known.values()].sort((a, b) => b.lost - a.lost || a.rank - b.rank);
    return Lists.table('Ranks that are the slowest of regions (without those that have it from a child)', [
      { title: 'Rank', cell: (r) => el('th', { scope: 'row', text: r.rank }) },
      { title: 'slowest in', cell: (r) => cell(r.regions, Format.plural(r.regions, 'region')) },
      { title: 'above the means, together', cell: (r) => cell(r.lost, Format.time(r.lost)) },
    ], rows);
  },
};

// Contexts lists the sets of ranks that regions belong to.
const Contexts = {
  name: 'Contexts',
  make(panel) {
    for (const [run, data] of Data.runs.entries()) {
      const rows = (data.contexts || []).map((c) => {
        const regions = Model.regions(run).filter((i) => Data.regions.context[i] === c.context);
        const top = regions.filter((i) => Model.parent(i) < 0 || Data.regions.context[Model.parent(i)] !== c.context);
        return { c, regions: regions.length, top, mean: top.reduce((s, i) => s + Model.get('meanAll', i, run), 0) };
      });
      panel.append(Lists.table('Contexts of ' + data.name + ': the ranks over which the figures of a region are taken', [
        { title: 'Context', cell: (r) => el('th', { scope: 'row', text: Data.contexts[r.c.context] }) },
        { title: 'Ranks', cell: (r) => cell(r.c.size, Format.count(r.c.size)) },
        { title: 'Regions', cell: (r) => cell(r.regions, Format.count(r.regions)) },
        { title: 'Mean time', hint: 'of the outermost regions of the context together, over all its ranks', cell: (r) => cell(r.mean, Format.time(r.mean)) },
        { title: 'Begins in', left: true, cell: (r) => el('td', { class: 'left' }, r.top.slice(0, 8).map((i) => el('button', { type: 'button', class: 'link', text: Model.name(i) + ' ', on: { click: () => State.select(i) } })), r.top.length > 8 ? '…' : '') },
        { title: 'Which ranks', left: true, cell: (r) => el('td', { text: r.c.ranks, class: 'who' }) },
      ], rows));
    }
  },
  update() {},
};

// Counters lists what was measured beside time.
const Counters = {
  name: 'Counters',
  make(panel) {
    Counters.place = el('div', {});
    panel.append(el('div', { class: 'bar-of-tools' }, RunSwitch.make()), Counters.place);
    Counters.update('all');
  },

  update(what) {
    if (what === 'select') return Lists.mark(Counters.place);
    const run = Data.runs[State.run];
    const of = (v) => run.quantities[v.quantity];
    const number = (title, key, rank) => ({ title, cell: (v) => cell(v[key], Format.quantity(v[key], of(v).Unit) + (rank ? ' @' + v[rank] : ''), { 'data-k': key }) });
    const rows = run.values.filter((v) => Lists.wanted(v.region));
    Counters.place.replaceChildren(Lists.table('Counters of ' + run.name + ', over the k ranks that measured them', [
      { title: 'Region', cell: (v) => Lists.region(v.region) },
      { title: 'Counter', left: true, cell: (v) => el('td', { class: 'left', text: of(v).Name + (of(v).Peak ? ' (peak)' : '') }) },
      { title: 'of', hint: 'what a value is of: those of ranks on one board are not to be added', left: true, cell: (v) => el('td', { class: 'left', text: of(v).Domain }) },
      number('Mean', 'mean'), number('Std. dev.', 'stdDev'), number('Smallest', 'min', 'minRank'), number('Largest', 'max', 'maxRank'),
      { title: 'k', cell: (v) => cell(v.ranks, Format.count(v.ranks)) },
    ], rows, { region: (v) => v.region }));
    return Lists.mark(Counters.place);
  },
};

// About is the run itself: clocks, warnings, what else is known, what is not.
const About = {
  name: 'Run',
  make(panel) {
    const pairs = (caption, list) => (list.length ? el('div', { class: 'wide-table' }, el('table', { class: 'list' }, el('caption', { text: caption }), el('tbody', {}, list.map(([key, value]) => el('tr', {}, el('th', { scope: 'row', text: key }), el('td', { text: value, class: 'who' })))))) : null);
    for (const run of Data.runs) {
      const parts = [
        pairs(run.name, [['Program', run.program], ['Read from', run.form], ['Started', run.start], ['Ranks missing', run.missing]].filter(([, v]) => v).concat(Object.entries(run.meta).sort(([a], [b]) => (a < b ? -1 : 1)))),
        Lists.table('Clocks of ' + run.name + ', their worst figures', [
          { title: 'Clock', cell: (c) => el('th', { scope: 'row', text: c.Name }) }, { title: 'Ranks', cell: (c) => cell(c.Ranks, Format.count(c.Ranks)) },
          { title: 'Resolution', cell: (c) => cell(c.Resolution, Format.time(c.Resolution)) }, { title: 'A start and stop cost', cell: (c) => cell(c.PairCost, Format.time(c.PairCost)) },
          { title: 'Drift', cell: (c) => cell(c.Drift, Format.digits(c.Drift) + ' ppm') },
        ], run.clocks || []),
        Lists.table('Warnings of ' + run.name, [
          { title: 'What', cell: (w) => el('th', { scope: 'row', text: w.kind }) }, { title: 'Region', left: true, cell: (w) => el('td', { text: w.path, class: 'who' }) },
          { title: 'Place', left: true, cell: (w) => el('td', { text: w.place, class: 'who' }) }, { title: 'Times', cell: (w) => cell(w.count, Format.count(w.count)) },
          { title: 'Ranks', cell: (w) => cell(w.ranks, Format.count(w.ranks) + ', first ' + w.firstRank) },
        ], run.warnings || []),
        run.lacks.length ? el('p', { class: 'note', text: 'What its form does not carry: ' + run.lacks.join('; ') + '.' }) : null,
      ];
      panel.append(...parts.filter(Boolean));
    }
  },
  update() {},
};

