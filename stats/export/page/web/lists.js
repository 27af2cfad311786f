// Views that are lists: imbalance, environments, counters, the run itself.

const Lists = {
  first: 50,

  // table makes a table of so many rows, with a button for the rest. columns: {title, cell(row)}.
  table(caption, columns, rows, options) {
    const body = el('tbody', {});
    const more = el('button', { type: 'button' });
    let shown = 0;
    const add = (n) => {
      for (const row of rows.slice(shown, shown + n)) {
        const tr = el(
          'tr',
          { 'data-i': options && options.region ? options.region(row) : null },
          columns.map((c) => c.cell(row)),
        );
        if (options && options.region) tr.addEventListener('click', () => State.select(options.region(row)));
        body.append(tr);
      }
      shown = Math.min(rows.length, shown + n);
      more.hidden = shown >= rows.length;
      more.textContent =
        'Show ' + Math.min(4 * Lists.first, rows.length - shown) + ' more of ' + Format.count(rows.length);
    };
    more.addEventListener('click', () => add(4 * Lists.first));
    add(Lists.first);
    const table = el(
      'table',
      { class: 'list' },
      el(
        'caption',
        {},
        el('span', { text: caption + (options && options.region && Names.prefix ? '.' + Names.said() : '') }),
      ),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          columns.map((c) => el('th', { scope: 'col', class: c.left ? 'left' : null, text: c.title, title: c.hint })),
        ),
      ),
      body,
    );
    return Lists.wide(rows.length ? table : el('p', { class: 'note', text: caption + ': none.' }), more);
  },

  // wide is the box of a table. Where the table is wider, and nothing in it can be reached, the keyboard scrolls the box.
  wide(...children) {
    const box = el('div', { class: 'wide-table' }, ...children);
    Lists.boxes.observe(box);
    return box;
  },
  boxes: new ResizeObserver((list) => {
    for (const { target } of list) {
      const reached = [...target.querySelectorAll('button, [tabindex]')].some((e) => e.getClientRects().length),
        alone = target.scrollWidth > target.clientWidth && !reached;
      const marks = { tabindex: 0, role: 'group', 'aria-label': target.innerText.split('\n')[0] };
      for (const [name, value] of Object.entries(marks)) {
        if (alone) target.setAttribute(name, value);
        else target.removeAttribute(name);
      }
    }
  }),

  // across scrolls a strip sideways until one of it is in sight, and the page not at all.
  across(e) {
    const strip = e.parentElement,
      from = e.offsetLeft - strip.offsetLeft;
    strip.scrollLeft = Math.max(from + e.offsetWidth + 8 - strip.clientWidth, Math.min(strip.scrollLeft, from - 8));
  },

  region: (i) =>
    el(
      'th',
      { scope: 'row', class: 'name', title: Model.pathText(i) },
      el(
        'button',
        {
          type: 'button',
          class: 'link cut',
          on: {
            click: () => {
              State.select(i);
            },
          },
        },
        Names.parts(i),
      ),
      el('span', {
        class: 'above-name',
        text: Model.parent(i) < 0 ? '' : Model.path(i).slice(0, -1).map(Names.shown).join(' / '),
      }),
    ),

  mark(place) {
    for (const tr of place.querySelectorAll('tr[data-i]'))
      tr.classList.toggle('chosen', Number(tr.dataset.i) === State.selected);
  },

  wanted: (i) =>
    (State.query === '' || State.matching.has(i)) && (State.root < 0 || Model.path(i).includes(State.root)),
};

// Imbalance ranks regions by how far the slowest rank is above the mean. Which of them are slow and which wait stands in what was found.
const Imbalance = {
  name: 'Imbalance',
  most: 500, // rows

  make(panel) {
    Imbalance.place = el('div', {});
    panel.append(
      el('div', { class: 'bar-of-tools' }, RunSwitch.make()),
      el('p', {
        class: 'note',
        text: 'Time of the slowest rank of each region above the mean over the ranks that ran it. A region in which ranks wait for others is as imbalanced as the one that they wait for: which is which stands above, as far as it is known. What cannot be told, because of the resolution of the times or because ranks were last seen at different times, is left out.',
      }),
      Imbalance.place,
    );
    Imbalance.update('all');
  },

  update(what) {
    if (what === 'select') return Lists.mark(Imbalance.place);
    const run = State.run,
      data = Data.runs[run];
    const of = (i) => Model.get('imbalance', i, run) || 0;
    const rows = Model.regions(run)
      .filter((i) => of(i) > 0 && Lists.wanted(i))
      .sort((i, j) => of(j) - of(i))
      .slice(0, Imbalance.most);
    const most = rows.length ? of(rows[0]) : 0;
    const bar = (i) => {
      const td = cell(of(i), Format.time(of(i)), { 'data-k': 'imbalance', class: 'n bar' });
      td.style.setProperty('--share', (most > 0 ? (100 * of(i)) / most : 0) + '%');
      return td;
    };
    const figure = (title, key, format, hint) => ({
      title,
      hint,
      cell: (i) => cell(Model.get(key, i, run), Model.figure(format, key, i, run), { 'data-k': key }),
    });
    const columns = [
      { title: 'Region', cell: (i) => Lists.region(i) },
      { title: 'Imbalance', hint: 'slowest rank minus the mean', cell: bar },
      figure('of slowest', 'imbalanceShare', Format.percent, 'the same as a share of the time of the slowest rank'),
      {
        title: 'Slowest rank',
        cell: (i) => cell(Model.get('maxRank', i, run), Imbalance.who(i, run), { 'data-k': 'maxRank' }),
      },
      figure('Slowest', 'max', Format.time),
      figure('Mean', 'mean', Format.time, 'over the ranks that ran it'),
      {
        title: 'k/P',
        hint: 'ranks that ran it, of those of its environment',
        cell: (i) => cell(Model.get('ranks', i, run), Model.over(i, run)),
      },
    ];
    Imbalance.place.replaceChildren(
      Lists.table(
        'Regions by their imbalance, ' + data.name + (Interval.base ? ', in this interval' : ''),
        columns,
        rows,
        { region: (i) => i },
      ),
    );
    return Lists.mark(Imbalance.place);
  },

  who(i, run) {
    const heat = Data.runs[run].heat;
    const slow = heat && heat.row.has(i) ? (heat.slow[heat.row.get(i)] || [])[0] : undefined;
    return String(Model.get('maxRank', i, run)) + (slow && slow.host ? ' (' + slow.host + ')' : '');
  },
};

// Environments lists the sets of ranks that regions belong to.
const Environments = {
  name: 'Environments',
  still: true,
  make(panel) {
    for (const [run, data] of Data.runs.entries()) {
      const rows = (data.environments || []).map((c) => {
        const regions = Model.regions(run).filter((i) => Data.regions.environment[i] === c.environment);
        const top = regions.filter(
          (i) => Model.parent(i) < 0 || Data.regions.environment[Model.parent(i)] !== c.environment,
        );
        return { c, regions: regions.length, top, mean: top.reduce((s, i) => s + Model.get('meanAll', i, run), 0) };
      });
      panel.append(
        Lists.table(
          'Environments of ' + data.name + ': the ranks over which the figures of a region are taken',
          [
            { title: 'Environment', cell: (r) => el('th', { scope: 'row', text: Data.environments[r.c.environment] }) },
            { title: 'Ranks', cell: (r) => cell(r.c.size, Format.count(r.c.size)) },
            { title: 'Regions', cell: (r) => cell(r.regions, Format.count(r.regions)) },
            {
              title: 'Mean time',
              hint: 'of the outermost regions of the environment together, over all its ranks',
              cell: (r) => cell(r.mean, Format.time(r.mean)),
            },
            {
              title: 'Begins in',
              left: true,
              cell: (r) =>
                el(
                  'td',
                  { class: 'left' },
                  r.top.slice(0, 8).map((i) =>
                    el('button', {
                      type: 'button',
                      class: 'link',
                      text: Model.name(i) + ' ',
                      on: { click: () => State.select(i) },
                    }),
                  ),
                  r.top.length > 8 ? '…' : '',
                ),
            },
            { title: 'Which ranks', left: true, cell: (r) => el('td', { text: r.c.ranks, class: 'who' }) },
          ],
          rows,
        ),
      );
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
    const of = (v) => run.counters[v.counter];
    const number = (title, key, rank) => ({
      title,
      cell: (v) => cell(v[key], Model.counted(v, key, of(v).unit, rank), { 'data-k': key }),
    });
    const rows = run.values.filter((v) => Lists.wanted(v.region));
    Counters.place.replaceChildren(
      Lists.table(
        'Counters of ' + run.name + ', over the ranks that measured them',
        [
          { title: 'Region', cell: (v) => Lists.region(v.region) },
          {
            title: 'Counter',
            left: true,
            cell: (v) => el('td', { class: 'left', text: of(v).name + (of(v).peak ? ' (peak)' : '') }),
          },
          {
            title: 'of',
            hint: 'what a value is of: those of ranks on one board are not to be added',
            left: true,
            cell: (v) => el('td', { class: 'left', text: of(v).domain }),
          },
          number('Mean', 'mean'),
          number('Std. dev.', 'stdDev'),
          number('Smallest', 'min', 'minRank'),
          number('Largest', 'max', 'maxRank'),
          {
            title: 'counted',
            hint: 'for which share of the time in the region; below all of it values are estimates',
            cell: (v) => cell(Model.share(v.missed), Format.percent(Model.share(v.missed))),
          },
          {
            title: 'of calls',
            hint: 'on which share of the timed calls it stands; in the others it is not known',
            cell: (v) => cell(Model.share(v.left), Format.percent(Model.share(v.left))),
          },
          { title: 'k', cell: (v) => cell(v.ranks, Format.count(v.ranks)) },
        ],
        rows,
        { region: (v) => v.region },
      ),
    );
    return Lists.mark(Counters.place);
  },
};

// About is the run itself: clocks, warnings, what else is known, what is not.
const About = {
  name: 'Run',
  still: true,
  make(panel) {
    const pairs = (caption, list) =>
      list.length
        ? Lists.wide(
            el(
              'table',
              { class: 'list' },
              el('caption', { text: caption }),
              el(
                'tbody',
                {},
                list.map(([key, value]) =>
                  el('tr', {}, el('th', { scope: 'row', text: key }), el('td', { text: value, class: 'who' })),
                ),
              ),
            ),
          )
        : null;
    for (const run of Data.runs) {
      const parts = [
        pairs(
          run.name,
          [
            ['Program', run.program],
            ['Read from', run.form],
            ['Started', run.start],
            ['Ranks missing', run.missing],
          ]
            .filter(([, v]) => v)
            .concat(Object.entries(run.meta).sort(([a], [b]) => (a < b ? -1 : 1))),
        ),
        Lists.table(
          'Clocks of ' + run.name + ', their worst figures',
          [
            { title: 'Clock', cell: (c) => el('th', { scope: 'row', text: c.name || 'not named' }) },
            { title: 'Ranks', cell: (c) => cell(c.ranks, Format.count(c.ranks)) },
            { title: 'Resolution', cell: (c) => cell(c.resolution, c.resolution ? Format.time(c.resolution) : '–') },
            {
              title: 'A start and stop cost',
              cell: (c) => cell(c.pair_cost, c.pair_cost ? Format.time(c.pair_cost) : '–'),
            },
            { title: 'Drift', cell: (c) => cell(c.drift, c.drift ? Format.digits(c.drift) + ' ppm' : '–') },
          ],
          run.clocks || [],
        ),
        Lists.table(
          'Warnings of ' + run.name,
          [
            { title: 'What', cell: (w) => el('th', { scope: 'row', text: w.kind }) },
            { title: 'Region', left: true, cell: (w) => el('td', { text: w.path, class: 'who' }) },
            { title: 'Caller', left: true, cell: (w) => el('td', { text: w.caller, class: 'who' }) },
            { title: 'Times', cell: (w) => cell(w.count, Format.count(w.count)) },
            { title: 'Ranks', cell: (w) => cell(w.ranks, Format.count(w.ranks) + ', first ' + w.firstRank) },
          ],
          run.warnings || [],
        ),
        run.lacks.length
          ? el('p', { class: 'note', text: 'What its form does not carry: ' + run.lacks.join('; ') + '.' })
          : null,
      ];
      panel.append(...parts.filter(Boolean));
    }
  },
  update() {},
};
