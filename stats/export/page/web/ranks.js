// Regions × ranks. With times of single ranks: a strip for each region, coloured by the time of the
// ranks. With a summary alone: how many ranks took how long.

const Ranks = {
  name: 'Ranks',
  first: 30, // rows at first, and more at a time
  shown: 30,
  order: 'imbalance',
  what: 'largest', // of a bin: largest or middle
  scale: 'mean', // see scales

  scales: {
    mean: {
      name: 'above and below the mean of the row',
      ramp: 'both',
      low: 'faster\u00a0',
      high: '\u00a0slower than the mean of the row; full colour at its farthest rank, or at a tenth of the mean if that is farther. ',
    },
    row: {
      name: 'from 0, each row by itself',
      ramp: 'rising',
      low: '0\u00a0',
      high: '\u00a0slowest rank of the row. ',
    },
    all: {
      name: 'from 0, the same for all rows',
      ramp: 'rising',
      low: '0\u00a0',
      high: '\u00a0slowest rank of all rows. ',
    },
  },

  make(panel) {
    Ranks.tools = el('div', { class: 'bar-of-tools' });
    Ranks.text = el('p', { class: 'note' });
    const pictures = el('div', { class: 'buttons' }, Drawing.buttons('ranks', Ranks.scene));
    Ranks.place = el('div', { class: 'wide-table' });
    Ranks.beneath = el('div', {});
    Ranks.more = el('button', {
      type: 'button',
      on: {
        click: () => {
          Ranks.shown += 2 * Ranks.first;
          Ranks.update('more');
        },
      },
    });
    panel.append(Ranks.tools, Ranks.text, Ranks.place, Ranks.more, pictures, Ranks.beneath);
    Ranks.controls();
    Ranks.update('all');
  },

  controls() {
    const choose = (name, key, options) => {
      const select = el(
        'select',
        {
          'data-choice': key,
          on: {
            change: () => {
              Ranks[key] = options[select.selectedIndex][0];
              Ranks.update('all');
            },
          },
        },
        options.map(([value, text]) => el('option', { text, selected: Ranks[key] === value })),
      );
      return el('label', {}, name + ' ', select);
    };
    Ranks.tools.replaceChildren(
      choose('Order', 'order', [
        ['imbalance', 'imbalance'],
        ['max', 'slowest rank'],
        ['start', 'call tree'],
      ]),
      ...(Data.runs.some((r) => r.heat)
        ? [
            choose(
              'Colour',
              'scale',
              Object.entries(Ranks.scales).map(([key, s]) => [key, s.name]),
            ),
            ...(Data.runs.some((r) => r.heat && r.heat.width > 1)
              ? [
                  choose('Each bin', 'what', [
                    ['largest', 'slowest rank in it'],
                    ['middle', 'mean over its ranks'],
                  ]),
                ]
              : []),
          ]
        : []),
      ...[RunSwitch.make()].filter(Boolean),
    );
  },

  regions(run, heat) {
    const list = Model.regions(run).filter(
      (i) =>
        (!heat || heat.row.has(i)) &&
        (State.query === '' || State.matching.has(i)) &&
        (State.root < 0 || Model.path(i).includes(State.root)),
    );
    if (Ranks.order !== 'start')
      list.sort((i, j) => Model.get(Ranks.order, j, run) - Model.get(Ranks.order, i, run) || i - j);
    return list;
  },

  update(what) {
    if (what === 'select') {
      for (const tr of Ranks.place.querySelectorAll('tr[data-i]'))
        tr.classList.toggle('chosen', Number(tr.dataset.i) === State.selected);
      Ranks.bins(State.selected, State.run);
      return;
    }
    const run = State.run,
      heat = Data.runs[run].heat;
    const all = Ranks.regions(run, heat);
    const list = all.slice(0, Ranks.shown);
    if (State.selected >= 0 && all.includes(State.selected) && !list.includes(State.selected))
      list.push(State.selected);
    Ranks.explain(run, heat);
    const most = Math.max(...list.map((i) => Model.get('max', i, run)), 0);
    Ranks.place.replaceChildren(
      el(
        'table',
        { class: 'heat' },
        el('caption', {
          text: heat
            ? 'Regions × ranks of ' + Data.runs[run].name
            : 'Distribution of ranks for each region of ' + Data.runs[run].name,
        }),
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            [
              'Region',
              heat ? Format.ranks(0, Data.runs[run].size - 1) : 'fastest … slowest rank',
              heat ? 'Slowest ranks' : 'Slowest rank',
              'Slowest',
              'Imbalance',
            ].map((text) => el('th', { scope: 'col', text })),
          ),
        ),
        el(
          'tbody',
          {},
          list.map((i) => Ranks.line(i, run, heat, most)),
        ),
      ),
    );
    Ranks.more.hidden = all.length <= list.length;
    Ranks.more.textContent = 'Show more of ' + Format.plural(all.length, 'region');
    Ranks.update('select');
  },

  explain(run, heat) {
    const parts = [];
    if (heat) {
      const have = heat.profiles.reduce((a, b) => a + b, 0);
      const scale = Ranks.scales[Ranks.scale];
      parts.push(Colours.bar(scale.ramp, scale.low, ''), scale.high);
      if (heat.width > 1) parts.push('Each bin has ' + Format.count(heat.width) + ' consecutive ranks. ');
      parts.push('Empty: no rank of the bin ran the region. ');
      if (have < Data.runs[run].size)
        parts.push('Of ' + Format.count(Data.runs[run].size - have) + ' ranks there is no profile. ');
      if (heat.rows.length < Model.regions(run).length)
        parts.push('Only the ' + heat.rows.length + ' longest regions have a row. ');
    } else {
      parts.push(
        'There are no times of single ranks in this file, only their distribution: each strip runs from the fastest to the slowest rank, and is the stronger the more ranks took so long. ',
      );
    }
    parts.push('Select a row, then a strip with Tab; ← and → go through it.');
    Ranks.text.replaceChildren(...parts);
  },

  // colour is that of a time in a row; most is the largest time of all rows.
  colour(i, run, most) {
    const mean = Model.get('mean', i, run),
      high = Model.get('max', i, run);
    const far = Math.max(high - mean, mean - Model.get('min', i, run), mean / 10);
    const full = Ranks.scale === 'all' ? most : high;
    if (Ranks.scale === 'mean') return (v) => Colours.both(far > 0 ? (v - mean) / far : 0);
    return (v) => Colours.rising(full > 0 ? v / full : 0);
  },

  // domain is what the names of all hosts end with, from a full stop on.
  domain(heat) {
    if (heat.domain !== undefined) return heat.domain;
    const hosts = heat.slow.flatMap((list) => (list || []).map((s) => s.host)).filter(Boolean),
      of = hosts.length ? hosts[0].replace(/^[^.]*/, '') : '';
    heat.domain = hosts.every((h) => h.endsWith(of) && /[^\d.]/.test(h.slice(0, h.length - of.length))) ? of : '';
    return heat.domain;
  },

  line(i, run, heat, most) {
    const c = (column) => Model.get(column, i, run);
    const slow = heat ? heat.slow[heat.row.get(i)] || [] : [];
    const domain = heat ? Ranks.domain(heat) : '',
      list = (cut) =>
        slow
          .slice(0, 3)
          .map((s) => s.rank + (s.host ? ' (' + s.host.slice(0, s.host.length - cut) + ')' : ''))
          .join(', '),
      names = slow.length ? list(domain.length) : String(c('maxRank'));
    const tr = el(
      'tr',
      { 'data-i': i, class: i === State.selected ? 'chosen' : null },
      el(
        'th',
        { scope: 'row', class: 'name', title: Model.pathText(i) },
        el('button', { type: 'button', class: 'link cut', on: { click: () => State.select(i) } }, Names.parts(i)),
      ),
      el('td', { class: 'strip-cell' }, heat ? Ranks.strip(i, heat, Ranks.colour(i, run, most)) : Ranks.counts(i, run)),
      el('td', {
        text: names,
        title: domain ? list(0) : null,
        class: 'who',
        'data-k': 'maxRank',
        'data-v': c('maxRank'),
      }),
      cell(c('max'), Model.time('max', i, run), { 'data-k': 'max' }),
      cell(c('imbalance'), Model.time('imbalance', i, run), { 'data-k': 'imbalance' }),
    );
    tr.addEventListener('click', () => State.select(i));
    return tr;
  },

  // bins are the figures of one row, as a table.
  bins(i, run) {
    const heat = Data.runs[run].heat;
    Ranks.beneath.replaceChildren();
    if (!heat || !heat.row.has(i)) return;
    const at = heat.row.get(i) * heat.bins;
    const time = (list, k) =>
      Number.isNaN(list[at + k])
        ? el('td', { class: 'n', text: 'did not run it' })
        : cell(list[at + k], Format.time(list[at + k]));
    const columns = [
      {
        title: 'Ranks',
        cell: (k) =>
          el('th', {
            scope: 'row',
            text: Format.ranks(k * heat.width, Math.min(Data.runs[run].size, (k + 1) * heat.width) - 1),
          }),
      },
      { title: heat.width > 1 ? 'Slowest of them' : 'Time', cell: (k) => time(heat.largest, k) },
    ];
    if (heat.width > 1) columns.push({ title: 'Mean over those that ran it', cell: (k) => time(heat.middle, k) });
    Ranks.beneath.append(
      Lists.table('The row of ' + Model.name(i) + ' as a table', columns, [...heat.profiles.keys()]),
    );
  },

  // strip is one row of the heat map.
  strip(i, heat, colour) {
    const at = heat.row.get(i) * heat.bins;
    const values = heat[Ranks.what].slice(at, at + heat.bins);
    return Ranks.walk(Charts.strip(values, colour, 'times of ranks in ' + Model.name(i)), values.length, (k) => {
      const first = k * heat.width,
        last = Math.min(Data.runs[State.run].size, first + heat.width) - 1;
      if (Number.isNaN(heat.largest[at + k]))
        return [
          Model.name(i),
          Format.ranks(first, last) + ': did not run it' + (heat.profiles[k] ? '' : ' (no profile)'),
        ];
      const time = Format.time(heat.largest[at + k]);
      return [
        Model.name(i),
        Format.ranks(first, last) +
          ': ' +
          (first === last
            ? time
            : 'slowest ' + time + ', mean ' + Format.time(heat.middle[at + k]) + ' over those of them that ran it'),
      ];
    });
  },

  // scene is the heat map as a picture: names, the colours of their strips, the times of their slowest ranks.
  scene() {
    const wide = Math.max(720, Ranks.place.clientWidth),
      names = 240,
      times = 90,
      top = Drawing.line + 6,
      rows = [...Ranks.place.querySelectorAll('tbody tr')],
      plain = { fill: Drawing.property('--back'), ink: Drawing.property('--ink') },
      parts = [];
    rows.forEach((tr, k) => {
      const y = top + k * Icicle.height,
        canvas = tr.querySelector('canvas');
      parts.push({ ...plain, x: 0, y, wide: names - 8, text: tr.querySelector('.cut').textContent });
      parts.push({ ...plain, x: wide - times, y, wide: times, text: tr.querySelector('[data-k=max]').textContent });
      if (!canvas) return; // it is not known
      const data = canvas.getContext('2d', { willReadFrequently: true }).getImageData(0, 0, canvas.width, 1).data,
        at = (bin) => 'rgb(' + data.slice(4 * bin, 4 * bin + 3).join(', ') + ')',
        step = (wide - names - times) / canvas.width;
      for (let from = 0, to = 0; from < canvas.width; from = to) {
        while (to < canvas.width && at(to) === at(from)) to++;
        parts.push({ x: names + from * step, y, wide: (to - from) * step, fill: at(from), ink: plain.ink, text: '' });
      }
    });
    return Drawing.framed(wide, top + rows.length * Icicle.height, parts, [], Ranks.text.textContent);
  },

  // counts is a strip of how many ranks took how long.
  counts(i, run) {
    const counts = Model.get('rankHistogram', i, run);
    if (!counts.length) return el('span', { class: 'note', text: 'not known' });
    const low = Model.get('min', i, run),
      step = (Model.get('max', i, run) - low) / Data.rankBins;
    const values = Float32Array.from(counts, (n) => (n > 0 ? n : NaN));
    const most = Math.max(...counts);
    const colour = (n) => Colours.rising(n / most);
    return Ranks.walk(Charts.strip(values, colour, 'ranks by time in ' + Model.name(i)), counts.length, (k) => [
      Model.name(i),
      Format.plural(counts[k], 'rank') +
        ' took ' +
        Format.time(low + k * step) +
        (step > 0 ? ' to ' + Format.time(low + (k + 1) * step) : ''),
    ]);
  },

  // walk lets mouse and arrow keys read a strip.
  walk(canvas, bins, lines) {
    let at = 0;
    const tell = (x, y) => {
      Tip.show(x, y, lines(at));
      canvas.setAttribute('aria-label', lines(at).join(', '));
    };
    canvas.tabIndex = 0;
    canvas.addEventListener('mousemove', (e) => {
      const box = canvas.getBoundingClientRect();
      at = Math.min(bins - 1, Math.max(0, Math.floor(((e.clientX - box.left) / box.width) * bins)));
      tell(e.clientX, e.clientY);
    });
    canvas.addEventListener('mouseleave', Tip.hide);
    canvas.addEventListener('blur', Tip.hide);
    canvas.addEventListener('keydown', (e) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, Home: -bins, End: bins }[e.key];
      if (!step) return;
      e.preventDefault();
      at = Math.min(bins - 1, Math.max(0, at + step));
      const box = canvas.getBoundingClientRect();
      tell(box.left + ((at + 0.5) / bins) * box.width, box.bottom - 10);
    });
    return canvas;
  },
};
