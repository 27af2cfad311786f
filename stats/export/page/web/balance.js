// What balance between ranks would give back, for figures that the page has reduced itself: the arithmetic of
// stats.Summary.Balance, which says what it means. regions has parents before their children, and environments, of which
// regions.environment are indices, have their size, and as members their ranks, unless these are all there are.

const Balance = {
  explainsMost: 0.5, // of an imbalance, that a region below has to show on the same rank to be named for it

  // of returns the gains, the largest first, and the ranks that cost them. What is less than least has come from rounding.
  of(regions, columns, least, environments = []) {
    const b = { parent: regions.parent, name: regions.name, c: columns, n: regions.parent.length };
    b.environment = b.parent.map((_, i) => (regions.environment && environments[regions.environment[i]]) || { size: Infinity });
    b.device = regions.name.map(Model.onDevice); // which gives nothing back
    b.imbalance = columns.imbalance.map((v, i) => (b.device[i] ? 0 : v || 0));
    b.children = Array.from({ length: b.n }, () => []);
    b.parent.forEach((p, i) => { if (p >= 0 && !b.device[i]) b.children[p].push(i); });
    b.calls = b.imbalance.map((v, i) => v > 0 && Balance.communicates(regions.name[Balance.mostly(b, i)])); // as imbalanced as their calls of MPI are
    b.untimed = b.children.map((list, i) => (list.length ? list.reduce((left, k) => Math.max(0, left - (columns.wall[k] || 0)), columns.wall[i] || 0) : 0)); // several threads may have been in those below
    b.own = new Array(b.n).fill(null); // what the time in a region outside of those below would give back alone
    b.apart = new Array(b.n).fill(false); // ranks of other environments wait for those of that region, whichever of these
    b.waits = Balance.waits(b);
    Balance.budget(b);
    const gains = Balance.gains(b, least), costs = new Map();
    for (const g of gains) {
      g.mostly = g.own || g.between ? g.region : Balance.mostly(b, g.region);
      g.waits = [...b.waits.keys()].filter((i) => b.waits[i] === g.region && b.apart[i] === Boolean(g.between));
      if (g.between) continue; // no rank is to blame
      const rank = g.rank, cost = costs.get(rank) || { rank, regions: 0, saves: 0 };
      costs.set(rank, { rank, regions: cost.regions + 1, saves: cost.saves + g.saves });
    }
    return { gains, slowest: [...costs.values()].sort((x, y) => y.saves - x.saves || x.rank - y.rank) };
  },

  // within says whether a rank is one of the environment of region i, as far as is known.
  within: (b, rank, i) => Balance.has(b.environment[i], rank),

  has: (environment, rank) => !environment.members || environment.members.some((r) => rank >= r.first && rank <= r.last && (rank - r.first) % (r.stride || 1) === 0),

  meanOf: (b, i, sum) => sum / Math.max(b.c.ranks[i], 1),

  // communicates says whether a region of that name is a call in which a rank waits for others.
  communicates: (name) => /^(MPI_(?!File_)|sync_)/.test(name),

  // waits is for each region that in whose slowest rank others wait here, negative if there is none.
  waits(b) {
    const slowest = new Map(), fastest = new Map(), waits = new Array(b.n).fill(-1), key = (i, rank) => b.parent[i] + ' ' + rank;
    const order = [...b.imbalance.keys()].sort((i, j) => b.calls[i] - b.calls[j] || b.imbalance[j] - b.imbalance[i]);
    for (const i of order) {
      const parent = b.parent[i], least = key(i, b.c.minRank[i]), most = key(i, b.c.maxRank[i]);
      if (b.imbalance[i] <= 0 || b.c.minRank[i] < 0 || b.c.maxRank[i] < 0) continue;
      if (parent >= 0 && b.imbalance[parent] < b.imbalance[i]) {
        waits[i] = Balance.waitsFor(b, i, slowest.get(least), fastest.get(most));
        if (waits[i] < 0) b.apart[i] = (waits[i] = Balance.waitsForPart(b, i)) >= 0;
      }
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
    const ahead = (k) => Balance.meanOf(b, k, b.c.wall[k] || 0) - (b.c.min[k] || 0);
    let other = -1, explains = 0;
    if (more(slowest)) [other, explains] = [slowest, b.imbalance[slowest] / ahead(i)];
    else if (more(fastest) && Balance.within(b, b.c.maxRank[fastest], i)) [other, explains] = [fastest, ahead(fastest) / b.imbalance[i]];
    const parent = b.parent[i];
    if (!b.calls[i] || explains >= Balance.explainsMost || Balance.communicates(b.name[parent])) return other;
    const saves = ahead(i), around = b.untimed[parent];
    if (around - Balance.meanOf(b, i, around) < saves || saves <= 0) return other;
    if (!b.own[parent] || saves > b.own[parent].saves) b.own[parent] = { region: parent, own: true, rank: b.c.minRank[i], saves };
    return parent;
  },

  // waitsForPart is the region for whose ranks those of other environments wait in region i, negative if there is none.
  waitsForPart(b, i) {
    const min = b.c.min[i] || 0;
    if (min > Balance.explainsMost * Balance.meanOf(b, i, b.c.wall[i] || 0)) return -1; // a call that waits for nobody is short
    let best = -1, longest = 0, more = 0;
    for (const k of Balance.parts(b, i)) {
      const mean = Balance.meanOf(b, k, b.c.wall[k] || 0), within = Balance.within(b, b.c.minRank[i], k), waits = Balance.within(b, b.c.maxRank[i], k);
      if (within && !waits) {
        more += mean;
        if (mean > longest) [best, longest] = [k, mean];
      } else if (waits && !within) {
        more -= mean;
      }
    }
    return more < Balance.explainsMost * ((b.c.max[i] || 0) - min) ? -1 : best;
  },

  // parts are the regions beside region i that fewer ranks have.
  parts: (b, i) => b.children[b.parent[i]].filter((k) => k !== i && b.c.ranks[k] > 0 && b.environment[k].size < b.environment[i].size),

  // budget finds what each region can lose.
  budget(b) {
    const waited = new Array(b.n).fill(0); // sum over ranks
    b.room = new Array(b.n).fill(0);
    b.top = 0;
    for (let i = b.n - 1; i >= 0; i--) {
      if (b.device[i]) continue;
      const wall = b.c.wall[i] || 0, longest = Math.max(b.c.max[i] || 0, 0);
      waited[i] += b.untimed[i];
      b.room[i] = Math.min(b.imbalance[i] + Balance.meanOf(b, i, waited[i]), longest);
      if (b.parent[i] < 0) {
        b.top = Math.max(b.top, longest);
        continue;
      }
      if (b.waits[i] >= 0) waited[i] += Math.max(0, wall - Math.max(b.c.min[i] || 0, 0) * b.c.ranks[i]); // as a whole, and in what is inside
      waited[i] = Math.min(waited[i], wall);
      waited[b.parent[i]] += waited[i];
    }
    Balance.balanceParts(b, waited);
  },

  // balanceParts finds what balance between parts of the ranks would give back, once there is none to be had within them.
  balanceParts(b, waited) {
    b.between = new Array(b.n).fill(0);
    for (let i = 0; i < b.n; i++) {
      if (!b.apart[i]) continue;
      let most = 0, all = 0;
      for (const k of Balance.parts(b, i)) {
        const busy = (b.c.wall[k] || 0) - waited[k];
        all += busy;
        if (Balance.within(b, b.c.minRank[i], k)) most += Balance.meanOf(b, k, busy);
      }
      b.between[b.waits[i]] = Math.max(b.between[b.waits[i]], most - Balance.meanOf(b, i, all));
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
      if (b.between[i] > 0) list.push({ region: i, between: true, rank: b.c.maxRank[i], saves: b.between[i] });
    }
    list.sort((x, y) => y.saves - x.saves);
    for (const g of list) g.saves = Balance.take(b, g.between ? b.parent[g.region] : g.region, g.saves); // that between parts is had around them
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
