// Colours of names: each name has a place of its own on a grid of lightness and hue, found from its letters, so that it has the same
// colour in every run; where that lies too near to another one's, with any kind of colour vision, the next place that does not.

const Hues = {
  apart: 10, // CIELAB units, at least
  list: [], // of the grid: what is drawn, and where it lies for each kind of colour vision

  // What people with each kind of colour vision see, as matrices over linear light (Machado, Oliveira and Fernandes 2009).
  visions: [
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
    [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
    [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  ],

  linear: (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4),
  bent: (v) => 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055),

  // places are where a colour lies in CIELAB, for each vision.
  places(rgb) {
    const light = rgb.map(Hues.linear),
      f = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
    return Hues.visions.map((m) => {
      const [r, g, b] = [0, 3, 6].map((k) =>
        Math.max(0, Math.min(1, m[k] * light[0] + m[k + 1] * light[1] + m[k + 2] * light[2])),
      );
      const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505),
        y = f(0.2126 * r + 0.7152 * g + 0.0722 * b),
        z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
      return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
    });
  },

  // distance is that for the vision that tells two colours apart worst.
  distance: (a, b) => Math.min(...a.map((p, k) => Math.hypot(p[0] - b[k][0], p[1] - b[k][1], p[2] - b[k][2]))),

  // grid is of colours of five lightnesses, as strong as the screen shows them.
  grid() {
    if (Hues.list.length) return Hues.list;
    for (const light of [0.86, 0.77, 0.68, 0.58, 0.48]) {
      for (let hue = 0; hue < 360; hue += 15) {
        for (const strong of [0.16, 0.12, 0.08]) {
          const rgb = Hues.oklch(light, strong, hue + 40 * light);
          if (rgb.some((v) => v < 0 || v > 255)) continue;
          Hues.list.push({ rgb: rgb.map(Math.round), places: Hues.places(rgb) });
          break;
        }
      }
    }
    return Hues.list;
  },

  oklch(light, strong, hue) {
    const a = strong * Math.cos((hue * Math.PI) / 180),
      b = strong * Math.sin((hue * Math.PI) / 180);
    const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3,
      m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3,
      s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
    return [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ].map((v) => (v < 0 ? -1 : Hues.bent(v)));
  },

  hash(text) {
    let h = 2166136261;
    for (const c of text) h = Math.imul(h ^ c.codePointAt(0), 16777619);
    return (h ^ (h >>> 15)) >>> 0;
  },

  // pick is the colour of a name, away from those that are taken; if none is, the one that is farthest.
  pick(name, taken) {
    const list = Hues.grid(),
      first = Hues.hash(name) % list.length;
    let best = list[first],
      most = -1;
    for (let k = 0; k < list.length; k++) {
      const c = list[(first + 7 * k) % list.length];
      let near = Infinity;
      for (const places of taken) near = Math.min(near, Hues.distance(places, c.places));
      if (near >= Hues.apart) return c;
      if (near > most) [best, most] = [c, near];
    }
    return best;
  },
};
