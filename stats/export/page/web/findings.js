// What a newcomer asks of a run over time, in a few sentences: which rank is slow, where, since when, who waited for it
// and what it waited for itself.

const Findings = {
  least: 0.01, // of the run: what is less is not worth a sentence
  parts: 16, // of the time, where there are no steps
  deepest: 32, // how many ranks behind each other waits are followed through

  // make writes them. What they are of is the whole run.
  make(panel) {
    const list = Findings.list();
    panel.replaceChildren();
    if (list.length === 0) return;
    panel.append(el('h2', { text: 'In short' }), el('ul', { class: 'findings' }, list.map((f) => el('li', {}, el('span', { text: f.text }),
      f.go ? el('button', { type: 'button', class: 'link', text: f.button, on: { click: f.go } }) : ''))));
  },

  list() {
    if (Model.two) return []; // of two runs the timeline is that of one
    const waits = TimeData.messages && TimeData.messages.calls > 0 ? Findings.waits() : null;
    const slow = Findings.slow(), list = [];
    if (slow) {
      const others = Format.time(slow.mean) + ' on the mean of ' + Format.plural(slow.ranks, 'rank');
      const who = 'Rank ' + slow.rank + (slow.host ? ' (' + slow.host + ')' : '');
      list.push({
        text: (slow.own ? who + ' has the most to do in ' + slow.name + ', outside of the regions below. ' : who + ' is the slowest in ' + slow.name + ': ' + Format.time(slow.max) + ', and ' + others + '. ') + 'Balance there would save ' + Format.time(slow.saves) + ', ' + Format.percent(slow.share) + ' of the run' +
          (slow.waits.length ? '; the others wait for it in ' + Findings.and(slow.waits) : '') + '. ',
        button: 'Imbalance', go: () => { State.select(slow.region); App.show('Imbalance'); },
      });
      const began = (slow.own ? null : Findings.began(slow)) || (waits ? Findings.beganBy(waits, slow.rank) : null);
      if (began) list.push(began);
    }
    const ahead = Findings.ahead();
    if (ahead && slow && slow.saves >= ahead.saves) list.push(ahead);
    else if (ahead) list.unshift(ahead);
    if (waits) list.push(...Findings.waited(waits, slow));
    if (list.length === 0 && Data.runs[0].ranks > 1 && TimeData.lanes.length > 1) list.push({ text: 'No rank stands out: balance between them would give back less than ' + Format.percent(Findings.least) + ' of the run.' });
    return list;
  },

  and: (list) => (list.length < 2 ? list.join('') : list.slice(0, -1).join(', ') + ' and ' + list[list.length - 1]),

  // slow is the rank that costs the most, and the region in which it does. Who is long in a call of MPI waits, unless it is
  // for a file.
  slow() {
    const base = Interval.base || Data, run = base.runs[0], gain = run.balance.find((g) => !g.between && !Findings.communicates(base.regions.name[g.mostly]));
    if (!gain || !(gain.share >= Findings.least)) return null;
    const region = gain.mostly, get = (column) => run.columns[column][region], rank = gain.rank;
    if (rank < 0 || !(get('max') > 0)) return null;
    const row = run.heat ? run.heat.row.get(region) : undefined, host = row === undefined ? '' : ((run.heat.slow[row] || []).find((s) => s.rank === rank) || {}).host;
    const path = [];
    for (let i = region; i >= 0; i = base.regions.parent[i]) path.unshift(base.regions.name[i]);
    return { rank, host, region, path, own: gain.own, name: path.slice(-2).join(' / '), max: get('max'), mean: get('mean'), ranks: get('ranks'), saves: gain.saves, share: gain.share, waits: gain.waits.slice(0, 3).map((i) => base.regions.name[i]) };
  },

  // ahead is the environment whose ranks have more to do than others.
  ahead() {
    const base = Interval.base || Data, gain = base.runs[0].balance.find((g) => g.between);
    if (!gain || !(gain.share >= Findings.least)) return null;
    const environment = base.environments[base.regions.environment[gain.region]];
    return {
      saves: gain.saves,
      text: 'The ranks of ' + environment + ' have more to do than the others, which wait for them' + (gain.waits.length ? ' in ' + Findings.and(gain.waits.slice(0, 3).map((i) => base.regions.name[i])) : '') +
        '. More of them, or less to do for each, would save up to ' + Format.time(gain.saves) + ', ' + Format.percent(gain.share) + ' of the run, once they are balanced themselves. ',
      button: 'Imbalance', go: () => { State.select(gain.region); App.show('Imbalance'); },
    };
  },

  communicates(name) {
    const i = Data.timeline.names.findIndex((n) => n === name.replace(/^MPI_/, ''));
    return i >= 0 && Data.timeline.calls[i] && !/^File_/.test(Data.timeline.names[i]);
  },

  // began says in which step that began, if the timeline has steps of the region.
  began(slow) {
    const s = TimeData.steps;
    if (!s) return null;
    const path = slow.path.join('/'), place = s.regions.findIndex((name) => path === name || path.endsWith('/' + name.replace(/^\.\./, '')));
    const rank = s.ranks.indexOf(String(slow.rank));
    if (place < 0 || rank < 0 || s.ranks.length < 2) return null;
    if (Steps.region === 0 && place > 0) Steps.choose(place, 0, 0); // unless another one was chosen
    const value = (r, k) => s.seconds[(place * s.ranks.length + r) * s.columns + k], excess = [];
    for (let k = 0; k < s.columns; k++) {
      const others = s.ranks.map((_, r) => value(r, k)).filter((v, r) => r !== rank && !Number.isNaN(v));
      const own = value(rank, k);
      excess.push(Number.isNaN(own) || others.length === 0 ? 0 : own - others.reduce((sum, v) => sum + v, 0) / others.length);
    }
    const part = Findings.part(excess), one = part && part.to - part.from === 1;
    const from = part ? part.from : excess.indexOf(Math.max(...excess)), to = part ? part.to : from + 1;
    const name = (k, last) => Format.count(last ? s.numbers[k + 1] - 1 : s.numbers[k]), all = Format.count(s.numbers[s.columns] - 1);
    const text = !part ? 'In all steps, the most in step ' + name(from)
      : one && s.fold === 1 ? 'In step ' + name(from) + ' only'
        : part.from === 0 ? 'Until step ' + name(to - 1, true) + ' of ' + all
          : part.to === s.columns ? 'From step ' + name(from) + ' of ' + all + ' on' : 'From step ' + name(from) + ' to step ' + name(to - 1, true) + ' of ' + all;
    return {
      text: text + ', it takes ' + Format.time(1e9 * Findings.mean(excess, part ? from : 0, part ? to : excess.length)) + ' longer in ' + slow.name + ' than the others, each time. ', button: 'Show step ' + name(from),
      go: () => { Steps.choose(place, from, rank); Steps.go(from); },
    };
  },

  mean: (list, from, to) => list.slice(from, to).reduce((sum, v) => sum + v, 0) / (to - from),

  // part is the stretch of a list in which its values stand out, null if they do so everywhere or nowhere. A single value does
  // not decide, unless it is most of all.
  part(list) {
    const sizes = list.map(Math.abs).sort((a, b) => a - b), most = 3 * (sizes[Math.floor(0.9 * list.length)] || Infinity);
    const usual = Findings.stretch(list.map((v) => Math.max(-most, Math.min(most, v))));
    if (usual) return usual;
    const best = Findings.stretch(list), sum = best && best.inside * (best.to - best.from);
    const others = list.reduce((largest, v, k) => (best && k >= best.from && k < best.to ? largest : Math.max(largest, Math.abs(v))), 0);
    return best && best.inside > 3 * others && sum > list.reduce((s, v) => s + v, 0) / 4 ? best : null;
  },

  // stretch is that with the largest difference between within and without, if there is little without, and much more within
  // than by chance.
  stretch(values) {
    const n = values.length, sums = [0];
    for (const v of values) sums.push(sums[sums.length - 1] + v);
    let best = null;
    for (let from = 0; from < n; from++) {
      for (let to = from + 1; to <= n; to++) {
        const k = to - from;
        if (k === n) continue;
        const inside = (sums[to] - sums[from]) / k, outside = (sums[n] - sums[to] + sums[from]) / (n - k);
        const score = ((inside - outside) ** 2 * k * (n - k)) / n;
        if (inside > outside && (!best || score > best.score)) best = { from, to, inside, outside, score };
      }
    }
    if (!best || n < 4 || best.outside > 0.3 * best.inside) return null;
    const mean = sums[n] / n, whole = values.reduce((sum, v) => sum + (v - mean) ** 2, 0), rest = Math.max(0, whole - best.score);
    return best.score * (n - 2) > 25 * rest ? best : null;
  },

  // waits are those of lanes, each with who was the cause: where the other one was waiting itself, whom it waited for.
  waits() {
    const m = TimeData.messages, of = TimeData.lanes.map(() => []), list = [];
    for (let i = 0; i < m.n; i++) {
      if (m.kind[i] !== Messages.caused && Clocks.wait(i) > 0 && !Clocks.within(i)) of[m.to[i]].push({ i, to: m.to[i], by: m.from[i], from: m.since[i], until: Math.min(m.at[i], m.until[i]) });
    }
    let steps = 0;
    for (const lane of of) lane.sort((a, b) => a.from - b.from);
    const blame = (wait, by, from, until, depth) => {
      let at = from;
      if (depth < Findings.deepest && steps < 4e6) {
        const others = of[by];
        for (let k = Math.max(0, Findings.place(others, from) - 1); k < others.length && others[k].from < until; k++) {
          steps++;
          const low = Math.max(at, others[k].from), high = Math.min(until, others[k].until);
          if (low >= high) continue;
          if (low > at) list.push({ wait, by, ns: low - at, at });
          if (others[k].by === wait.to) list.push({ wait, by, ns: high - low, at: low });
          else blame(wait, others[k].by, low, high, depth + 1);
          at = high;
        }
      }
      if (at < until) list.push({ wait, by, ns: until - at, at });
    };
    for (const lane of of) for (const wait of lane) blame(wait, wait.by, wait.from, wait.until, 0);
    return list;
  },

  // place is how many waits of a lane begin before a time.
  place(list, from) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].from < from) low = middle + 1;
      else high = middle;
    }
    return low;
  },

  rankOf: (lane) => TimeData.lanes[lane].rank,

  who: (rank) => (rank === '' ? 'the program' : 'rank ' + rank),

  // sums adds waits up by what a function says of them, the most first.
  sums(list, key) {
    const sums = new Map();
    for (const w of list) sums.set(key(w), (sums.get(key(w)) || 0) + w.ns);
    return [...sums].sort((a, b) => b[1] - a[1]);
  },

  call(w) {
    const lane = TimeData.lanes[w.wait.to], i = lane.start ? Timeline.innermost(lane, w.wait.from) : -1;
    return i < 0 ? '' : Timeline.label(lane.name[i]);
  },

  // waited says who waited for the rank, and what it waited for itself; and for whom others waited more.
  waited(waits, slow) {
    const by = Findings.sums(waits, (w) => Findings.rankOf(w.by)), most = (by[0] || [''])[0], list = [];
    for (const rank of new Set([slow ? String(slow.rank) : most, most])) list.push(...Findings.waitedFor(waits, rank));
    return list;
  },

  waitedFor(waits, rank) {
    const length = TimeData.extent.to - TimeData.extent.from, all = new Set(TimeData.lanes.map((l) => l.rank)).size * length, few = (sums, f) => Findings.and(sums.slice(0, 3).map(([key, ns]) => f(key) + ' ' + Format.time(ns)));
    const others = waits.filter((w) => Findings.rankOf(w.by) === rank && Findings.rankOf(w.wait.to) !== rank), ns = others.reduce((sum, w) => sum + w.ns, 0);
    if (!(ns > Findings.least * all)) return [];
    const calls = Findings.sums(others, Findings.call).filter(([name]) => name), longest = others.reduce((most, w) => (w.ns > most.ns ? w : most));
    const own = waits.filter((w) => Findings.rankOf(w.wait.to) === rank), mine = own.reduce((sum, w) => sum + w.ns, 0), name = Findings.who(rank);
    return [{
      text: 'Other ranks waited ' + Format.time(ns) + ' for ' + Findings.who(rank) + ', at once or behind others that waited for it: ' + few(Findings.sums(others, (w) => Findings.rankOf(w.wait.to)), Findings.who) +
        (calls.length ? '; in ' + few(calls, (call) => call) : '') + '. ',
      button: 'Show the longest', go: () => Findings.show(longest),
    }, { text: name[0].toUpperCase() + name.slice(1) + ' itself waited ' + (mine > 0.001 * length ? Format.time(mine) + ': for ' + few(Findings.sums(own, (w) => Findings.rankOf(w.by)), Findings.who) + '; in ' + few(Findings.sums(own, Findings.call), (call) => call || 'other calls') : 'for nobody to speak of') + '.' }];
  },

  // beganBy says when others began to wait for a rank, where there are no steps.
  beganBy(waits, rank) {
    const parts = new Array(Findings.parts).fill(0), width = Data.timeline.length / parts.length;
    const ours = waits.filter((w) => Findings.rankOf(w.by) === String(rank));
    for (const w of ours) parts[Math.min(parts.length - 1, Math.floor(w.at / width))] += w.ns;
    const part = Findings.part(parts);
    if (!part) return null;
    const to = part.to * width, from = ours.reduce((first, w) => (w.at >= part.from * width ? Math.min(first, w.at) : first), to);
    return {
      text: 'Others wait for it ' + (part.to === parts.length ? 'from ' + Format.time(from) + ' on' : part.from === 0 ? 'until ' + Format.time(to) : 'from ' + Format.time(from) + ' to ' + Format.time(to)) + '. ',
      button: 'Show', go: () => { Timeline.show(from, to); Timeline.canvas.focus(); },
    };
  },

  show(w) {
    const around = 2 * (w.wait.until - w.wait.from), row = Timeline.list.findIndex((lane) => lane.index === w.wait.to);
    Timeline.show(w.wait.from - around, w.wait.until + around);
    if (row >= 0) Timeline.choose(row, (w.wait.from + w.wait.until) / 2);
    Timeline.canvas.focus();
  },
};
