// What balance between ranks would give back, for figures that the page has reduced itself: the arithmetic of
// stats.Summary.Balance, which says what it means. regions has parents before their children.

const Balance = {
  explainsMost: 0.5, // of an imbalance, that a region below has to show on the same rank to be named for it

  // of returns the gains, the largest first, and the ranks that cost them. What is less than least has come from rounding.
  of(regions, columns, least) {
    const b = { parent: regions.parent, c: columns, n: regions.parent.length };
    b.device = regions.name.map(Model.onDevice); // which gives nothing back
    b.imbalance = columns.imbalance.map((v, i) => (b.device[i] ? 0 : v || 0));
    b.children = Array.from({ length: b.n }, () => []);
    b.parent.forEach((p, i) => { if (p >= 0 && !b.device[i]) b.children[p].push(i); });
    b.calls = b.imbalance.map((v, i) => v > 0 && Balance.communicates(regions.name[Balance.mostly(b, i)])); // as imbalanced as their calls of MPI are
    b.waits = Balance.waits(b);
    Balance.budget(b);
    const gains = Balance.gains(b, least), costs = new Map();
    for (const g of gains) {
      g.mostly = Balance.mostly(b, g.region);
      g.waits = [...b.waits.keys()].filter((i) => b.waits[i] === g.region);
      const rank = columns.maxRank[g.region], cost = costs.get(rank) || { rank, regions: 0, saves: 0 };
      costs.set(rank, { rank, regions: cost.regions + 1, saves: cost.saves + g.saves });
    }
    return { gains, slowest: [...costs.values()].sort((x, y) => y.saves - x.saves || x.rank - y.rank) };
  },

  // communicates says whether a region of that name is a call in which a rank waits for others.
  communicates: (name) => /^(MPI_(?!File_)|sync_)/.test(name),

  // waits is for each region that in whose slowest rank others wait here, negative if there is none.
  waits(b) {
    const slowest = new Map(), fastest = new Map(), waits = new Array(b.n).fill(-1);
    const order = [...b.imbalance.keys()].sort((i, j) => b.calls[i] - b.calls[j] || b.imbalance[j] - b.imbalance[i]);
    const more = (i, than) => (b.calls[i] !== b.calls[than] ? b.calls[than] : b.imbalance[i] === b.imbalance[than] ? i < than && b.c.ranks[i] === 2 : b.imbalance[i] > b.imbalance[than]);
    for (const i of order) {
      const parent = b.parent[i], least = b.c.minRank[i], most = b.c.maxRank[i], key = (rank) => parent + ' ' + rank;
      if (b.imbalance[i] <= 0 || least < 0 || most < 0) continue;
      if (parent >= 0 && b.imbalance[parent] < b.imbalance[i]) {
        const others = [slowest.get(key(least)), fastest.get(key(most))];
        waits[i] = others.find((other) => other !== undefined && more(other, i)) ?? -1;
      }
      if (waits[i] >= 0) continue;
      if (!slowest.has(key(most))) slowest.set(key(most), i);
      if (!fastest.has(key(least))) fastest.set(key(least), i);
    }
    return waits;
  },

  // budget finds what each region can lose.
  budget(b) {
    const waited = new Array(b.n).fill(0); // sum over ranks
    b.room = new Array(b.n).fill(0);
    b.top = 0;
    for (let i = b.n - 1; i >= 0; i--) {
      if (b.device[i]) continue;
      const wall = b.c.wall[i] || 0, longest = Math.max(b.c.max[i] || 0, 0), ranks = Math.max(b.c.ranks[i], 1);
      if (b.children[i].length) waited[i] += b.children[i].reduce((left, k) => Math.max(0, left - (b.c.wall[k] || 0)), wall); // several threads may have been in those below
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
      if (b.imbalance[i] > above && b.waits[i] < 0) list.push({ region: i, saves: b.imbalance[i] - above });
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
