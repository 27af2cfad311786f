// What balance between ranks would give back, for figures that the page has reduced itself: the arithmetic of
// stats.Summary.Balance, which says what it means. regions has parents before their children.

const Balance = {
  explainsMost: 0.5, // of an imbalance, that a region below has to show on the same rank to be named for it

  // of returns the gains, the largest first, and the ranks that cost them. What is less than least has come from rounding.
  of(regions, columns, least) {
    const b = { parent: regions.parent, name: regions.name, c: columns, n: regions.parent.length };
    b.device = regions.name.map(Model.onDevice); // which gives nothing back
    b.imbalance = columns.imbalance.map((v, i) => (b.device[i] ? 0 : v || 0));
    b.children = Array.from({ length: b.n }, () => []);
    b.parent.forEach((p, i) => { if (p >= 0 && !b.device[i]) b.children[p].push(i); });
    b.calls = b.imbalance.map((v, i) => v > 0 && Balance.communicates(regions.name[Balance.mostly(b, i)])); // as imbalanced as their calls of MPI are
    b.untimed = b.children.map((list, i) => (list.length ? list.reduce((left, k) => Math.max(0, left - (columns.wall[k] || 0)), columns.wall[i] || 0) : 0)); // several threads may have been in those below
    b.own = new Array(b.n).fill(null); // what the time in a region outside of those below would give back alone
    b.waits = Balance.waits(b);
    Balance.budget(b);
    const gains = Balance.gains(b, least), costs = new Map();
    for (const g of gains) {
      g.mostly = g.own ? g.region : Balance.mostly(b, g.region);
      g.waits = [...b.waits.keys()].filter((i) => b.waits[i] === g.region);
      const rank = g.rank, cost = costs.get(rank) || { rank, regions: 0, saves: 0 };
      costs.set(rank, { rank, regions: cost.regions + 1, saves: cost.saves + g.saves });
    }
    return { gains, slowest: [...costs.values()].sort((x, y) => y.saves - x.saves || x.rank - y.rank) };
  },

  // communicates says whether a region of that name is a call in which a rank waits for others.
  communicates: (name) => /^(MPI_(?!File_)|sync_)/.test(name),

  // waits is for each region that in whose slowest rank others wait here, negative if there is none.
  waits(b) {
    const slowest = new Map(), fastest = new Map(), waits = new Array(b.n).fill(-1), key = (i, rank) => b.parent[i] + ' ' + rank;
    const order = [...b.imbalance.keys()].sort((i, j) => b.calls[i] - b.calls[j] || b.imbalance[j] - b.imbalance[i]);
    for (const i of order) {
      const parent = b.parent[i], least = key(i, b.c.minRank[i]), most = key(i, b.c.maxRank[i]);
      if (b.imbalance[i] <= 0 || b.c.minRank[i] < 0 || b.c.maxRank[i] < 0) continue;
      if (parent >= 0 && b.imbalance[parent] < b.imbalance[i]) waits[i] = Balance.waitsFor(b, i, slowest.get(least), fastest.get(most));
      if (waits[i] >= 0) continue;
      if (!slowest.has(most)) slowest.set(most, i);
      if (!fastest.has(least)) fastest.set(least, i);
    }
    return waits;
  },

  // waitsFor is the region that others wait for in region i: one beside it, of which its fastest rank is the slowest, or its
  // slowest one the fastest, or the one around.
  waitsFor(b, i, slowest, fastest) {
    const more = (k) => k !== undefined && (b.calls[k] !== b.calls[i] ? b.calls[i] : b.imbalance[k] === b.imbalance[i] ? k < i && b.c.ranks[k] === 2 : b.imbalance[k] > b.imbalance[i]);
    const ahead = (k) => (b.c.wall[k] || 0) / Math.max(b.c.ranks[k], 1) - (b.c.min[k] || 0);
    let other = -1, explains = 0;
    if (more(slowest)) [other, explains] = [slowest, b.imbalance[slowest] / ahead(i)];
    else if (more(fastest)) [other, explains] = [fastest, ahead(fastest) / b.imbalance[i]];
    const parent = b.parent[i];
    if (!b.calls[i] || explains >= Balance.explainsMost || Balance.communicates(b.name[parent])) return other;
    const saves = ahead(i), around = b.untimed[parent];
    if (around - around / Math.max(b.c.ranks[i], 1) < saves || saves <= 0) return other;
    if (!b.own[parent] || saves > b.own[parent].saves) b.own[parent] = { region: parent, own: true, rank: b.c.minRank[i], saves };
    return parent;
  },

  // budget finds what each region can lose.
  budget(b) {
    const waited = new Array(b.n).fill(0); // sum over ranks
    b.room = new Array(b.n).fill(0);
    b.top = 0;
    for (let i = b.n - 1; i >= 0; i--) {
      if (b.device[i]) continue;
      const wall = b.c.wall[i] || 0, longest = Math.max(b.c.max[i] || 0, 0), ranks = Math.max(b.c.ranks[i], 1);
      waited[i] += b.untimed[i];
      b.room[i] = Math.min(b.imbalance[i] + waited[i] / ranks, longest);
      if (b.parent[i] < 0) {
        b.top = Math.max(b.top, longest);
        continue;
      }
      if (b.waits[i] >= 0) waited[i] += Math.max(0, wall - Math.max(b.c.min[i] || 0, 0) * b.c.ranks[i]); // as a whole, and in what is inside
      waited[b.parent[i]] += Math.min(waited[i], wall);
    }
  },

  // gains gives out what there is room for, to the largest first.
  gains(b, least) {
    const explained = [], list = [];
    for (let i = 0; i < b.n; i++) {
      const above = b.parent[i] >= 0 ? explained[b.parent[i]] : 0;
      explained[i] = Math.max(above, b.imbalance[i]);
      const saves = b.waits[i] < 0 && b.waits[Balance.mostly(b, i)] < 0 && (b.parent[i] >= 0 || !Balance.communicates(b.name[i])) ? Math.max(0, b.imbalance[i] - above) : 0, own = b.own[i] ? b.own[i].saves - explained[i] : 0;
      if (own > saves) list.push(Object.assign(b.own[i], { saves: own }));
      else if (saves > 0) list.push({ region: i, rank: b.c.maxRank[i], saves });
    }
    list.sort((x, y) => y.saves - x.saves);
    for (const g of list) g.saves = Balance.take(b, g.region, g.saves);
    return list.filter((g) => g.saves >= least).sort((x, y) => y.saves - x.saves);
  },

  // take takes at most so much, in the region and all around it.
  take(b, region, most) {
    let amount = Math.min(most, b.top);
    for (let i = region; i >= 0; i = b.parent[i]) amount = Math.min(amount, b.room[i]);
    if (amount <= 0) return 0;
    b.top -= amount;
    for (let i = region; i >= 0; i = b.parent[i]) b.room[i] -= amount;
    return amount;
  },

  // mostly is where the imbalance of a region comes from: down, as long as one region below has most of it on the same rank.
  mostly(b, region) {
    for (let i = region; ;) {
      let best = -1;
      for (const k of b.children[i]) {
        if (b.c.maxRank[k] === b.c.maxRank[i] && b.imbalance[k] >= Balance.explainsMost * b.imbalance[i] && (best < 0 || b.imbalance[k] > b.imbalance[best])) best = k;
      }
      if (best < 0) return i;
      i = best;
    }
  },
};
