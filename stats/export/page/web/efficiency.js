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
    if (!e)
      return Efficiency.place.replaceChildren(el('p', { class: 'note', text: 'Those of this run are not known.' }));
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

  // ofPart has those of an interval, of nodes as Interval has them: each rank with its time and what of it is waiting.
  ofPart(nodes, part) {
    const unknown = new Set(part.unknown),
      figures = (n) => {
        const ranks = [...n.ranks.values()],
          useful = ranks.map((r) => Math.max(r.time - r.waits, 0)),
          elapsed = ranks.reduce((most, r) => Math.max(most, r.time), 0),
          most = Math.max(...useful),
          mean = useful.reduce((sum, u) => sum + u, 0) / useful.length,
          share = (a, b) => (b > 0 ? a / b : 1);
        return {
          elapsed,
          shares: [share(mean, elapsed), share(mean, most), share(most, elapsed)],
          costs: [elapsed - mean, most - mean, elapsed - most],
        };
      },
      percent = (share) => (100 * share).toFixed(1),
      known = (n) => n.ranks.size && !n.communicates && !unknown.has(n.at),
      whole = nodes.find((n) => n.parent < 0 && n.at === part.root && known(n)),
      row = (n, region) => {
        const f = figures(n);
        return {
          region,
          cells: [...f.shares.map(percent), Format.time(f.costs[0]), Format.time(f.elapsed), String(n.ranks.size)],
          low: f.shares[0] < part.low,
        };
      },
      f = whole && figures(whole);
    return {
      notes: part.notes,
      titles: part.titles,
      whole:
        f &&
        part.whole.map((k, i) => ({
          ...k,
          share: percent(f.shares[i]),
          low: f.shares[i] < part.low,
          costs: Format.time(f.costs[i]),
        })),
      regions: nodes.flatMap((n, i) => (known(n) ? [row(n, i)] : [])),
    };
  },
};
