// Two runs side by side, and their difference.

const Compare = {
  name: 'Compare',
  what: 'meanAll',
  text: 'Width: time of a mean rank over all ranks of the run, on the same scale on both sides. Colour: blue what became faster or vanished, orange what became slower or is new.',
  measures: {
    meanAll: 'mean over all ranks of the environment',
    mean: 'mean over the ranks that ran it',
    max: 'slowest rank',
    calls: 'calls',
    callMean: 'mean of a call',
  },

  make(panel) {
    const whole = Math.max(...Data.runs.map((_, k) => Icicle.whole(k)));
    Compare.charts = Data.runs.map((_, run) => Icicle.make({ run, whole, colour: 'change' }));
    Compare.charts.forEach((chart, run) => {
      chart.box.dataset.title = 'AB'[run] + ': ' + Data.runs[run].name;
    });
    const select = el(
      'select',
      {
        on: {
          change: () => {
            Compare.what = select.value;
            Compare.update('all');
          },
        },
      },
      Object.entries(Compare.measures).map(([value, text]) => el('option', { value, text })),
    );
    Compare.place = el('div', {});
    Compare.legend = el('span', {});
    panel.append(
      el('p', {
        class: 'note',
        text: 'A single run on each side: how much runs differ by chance is not in it. The command diff takes several runs and says which changes are significant.',
      }),
      el(
        'div',
        { class: 'sides' },
        Compare.charts.map((chart, run) =>
          el(
            'section',
            { 'aria-label': Data.runs[run].name },
            el('h2', { text: 'AB'[run] + ': ' + Data.runs[run].name }),
            chart.box,
          ),
        ),
      ),
      el(
        'div',
        { class: 'legend-line' },
        Compare.legend,
        Drawing.buttons('comparison', () =>
          Drawing.scene(
            Compare.charts.map((chart) => chart.box),
            Compare.text,
          ),
        ),
      ),
      el('div', { class: 'bar-of-tools' }, el('label', {}, 'Compare ', select)),
      Compare.place,
    );
    Compare.update('all');
  },

  // change of a region: what, and by how much.
  change(i) {
    const has = [Model.has(i, 0), Model.has(i, 1)];
    const a = has[0] ? Model.get(Compare.what, i, 0) : 0,
      b = has[1] ? Model.get(Compare.what, i, 1) : 0;
    return {
      i,
      a,
      b,
      by: b - a,
      word: !has[0]
        ? 'new'
        : !has[1]
          ? 'vanished'
          : a === 0
            ? b === 0
              ? '='
              : 'from 0'
            : Format.signed(Format.percent((b - a) / a), b - a),
    };
  },

  update(what) {
    for (const chart of Compare.charts) {
      if (what === 'select' || what === 'search') Icicle.mark(chart);
      else Icicle.draw(chart);
    }
    Compare.legend.replaceChildren(
      Colours.bar('both', 'faster, vanished\u00a0', '\u00a0slower, new'),
      ' — ' + Compare.text,
    );
    if (what === 'select') return Lists.mark(Compare.place);
    const text = Compare.what === 'calls' ? Format.count : Format.time;
    const rows = Array.from({ length: Model.count }, (_, i) => i)
      .filter(Lists.wanted)
      .map(Compare.change)
      .sort((x, y) => Math.abs(y.by) - Math.abs(x.by) || x.i - y.i);
    const most = rows.length ? Math.abs(rows[0].by) : 0;
    const number = (title, key, run) => ({
      title,
      cell: (r) =>
        run === undefined || Model.has(r.i, run)
          ? cell(r[key], text(r[key]), { 'data-k': key })
          : el('td', { class: 'n', text: '–', 'data-k': key }),
    });
    const by = (r) => {
      const size = text(Math.abs(r.by)),
        shade = Colours.both(most > 0 ? r.by / most : 0);
      return cell(r.by, (r.by < 0 ? '−' : r.by > 0 ? '+' : '') + size, {
        'data-k': 'by',
        style: { 'background-color': Colours.css(shade), color: Colours.ink(shade) },
      });
    };
    Compare.place.replaceChildren(
      Lists.table(
        'Regions by how much they changed, ' +
          Compare.measures[Compare.what] +
          ': A ' +
          Data.runs[0].name +
          ', B ' +
          Data.runs[1].name,
        [
          { title: 'Region', cell: (r) => Lists.region(r.i) },
          number('A', 'a', 0),
          number('B', 'b', 1),
          { title: 'B − A', cell: by },
          { title: 'Change', cell: (r) => el('td', { class: 'n', text: r.word, 'data-k': 'word' }) },
          {
            title: 'Ranks k/P',
            cell: (r) =>
              el('td', {
                class: 'n',
                text: [0, 1].map((run) => (Model.has(r.i, run) ? Model.over(r.i, run) : '–')).join(' → '),
              }),
          },
        ],
        rows,
        { region: (r) => r.i },
      ),
    );
    return Lists.mark(Compare.place);
  },
};
