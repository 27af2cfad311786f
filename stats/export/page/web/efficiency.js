// The efficiencies of the run and its regions: what share of the time of all ranks was useful. The page's maker has written all of the text.

const Efficiency = {
  name: 'Efficiency',

  known: () => Data.runs.some((run) => run.efficiency),

  make(panel) {
    Efficiency.place = el('div', {});
    panel.append(el('div', { class: 'bar-of-tools' }, RunSwitch.make()), Efficiency.place);
    Efficiency.update('all');
  },

  update(what) {
    if (what === 'select') return Lists.mark(Efficiency.place);
    const run = Data.runs[State.run],
      e = run.efficiency;
    if (!e || Interval.base)
      return Efficiency.place.replaceChildren(
        el('p', {
          class: 'note',
          text: Interval.base
            ? 'Efficiencies are of the whole run, not of an interval.'
            : 'Those of this run are not known.',
        }),
      );
    const place = e.notes.map((text) => el('p', { class: 'note', text })),
      text = (s, low) => el('td', { class: low ? 'n bad' : 'n', text: s });
    if (e.whole) {
      place.push(
        Lists.table(
          'Efficiencies of ' + run.name,
          [
            {
              title: 'Efficiency',
              cell: (k) => el('th', { scope: 'row', text: '\u00a0\u00a0'.repeat(k.level) + k.name }),
            },
            { title: '%', cell: (k) => text(k.share, k.low) },
            { title: 'Costs', cell: (k) => text(k.costs) },
          ],
          e.whole,
        ),
      );
    }
    if (e.regions) {
      place.push(
        Lists.table(
          'Regions',
          [
            { title: 'Region', cell: (r) => Lists.region(r.region) },
            ...e.titles.map((title, k) => ({ title, cell: (r) => text(r.cells[k], k === 0 && r.low) })),
          ],
          e.regions.filter((r) => Lists.wanted(r.region)),
          { region: (r) => r.region },
        ),
      );
    }
    Efficiency.place.replaceChildren(...place);
    return Lists.mark(Efficiency.place);
  },
};
