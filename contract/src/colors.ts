/** Colors as `#rrggbb`, and in OKLCH, where equal steps look equal. */
export const colorPattern = /^#[\da-f]{6}$/i

/** The minimum contrast of text: WCAG 2.2, level AA. */
export const minContrast = 4.5

interface Oklch {
  lightness: number
  chroma: number
  /** In degrees. */
  hue: number
}

type Rgb = [red: number, green: number, blue: number]

/** Linear light, from 0 to 1. */
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
const linearOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [toLinear((value >> 16) / 255), toLinear(((value >> 8) & 255) / 255), toLinear((value & 255) / 255)]
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

function linearFrom({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isShown = (rgb: Rgb) => rgb.every((value) => value >= -0.0005 && value <= 1.0005)

/** The color as screens show it: chroma is reduced as far as necessary, lightness and hue stay. */
function hexFrom(color: Oklch): string {
  let chroma = color.chroma
  while (chroma > 0.002 && !isShown(linearFrom({ ...color, chroma }))) chroma *= 0.95
  const digits = linearFrom({ ...color, chroma }).map((value) =>
    Math.round(255 * Math.min(Math.max(fromLinear(Math.max(value, 0)), 0), 1))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

/** The color, darkened or lightened in small steps until it has the contrast on all these backgrounds. */
function readableOn(color: Oklch, backgrounds: readonly string[], way: 1 | -1): string {
  for (let lightness = color.lightness; lightness >= 0 && lightness <= 1; lightness += way * 0.005) {
    const hex = hexFrom({ ...color, lightness })
    if (backgrounds.every((background) => contrastOf(hex, background) >= minContrast)) return hex
  }
  return way === 1 ? '#ffffff' : '#000000'
}

/** The nearest color of the same hue on which white text is readable. */
export const nearestAccent = (hex: string): string =>
  contrastOf(hex, '#ffffff') >= minContrast ? hex.toLowerCase() : readableOn(oklchOf(hex), ['#ffffff'], -1)

/** The shades of an accent color, in one theme. Names are those of the design tokens. */
export interface AccentShades {
  leaf: string
  'on-leaf': string
  'leaf-hover': string
  'leaf-text': string
  'leaf-tint': string
  selected: string
}

/** The grounds of the app that accents are drawn on: those of the design tokens, in light and dark. */
const grounds = { light: ['#fefdfa', '#f5f2eb', '#f1ede5'], dark: ['#1d1b16', '#15120f', '#292520'] }

/** Both sets of shades of an accent color. All text has the minimum contrast, whatever the color. */
export function accentShades(hex: string): { light: AccentShades; dark: AccentShades } {
  const { chroma, hue } = oklchOf(hex)
  const shade = (lightness: number, most: number) =>
    hexFrom({ lightness, chroma: Math.min(chroma, most), hue })
  const leaf = readableOn(oklchOf(hex), ['#ffffff', ...grounds.light], -1)
  const tint = shade(0.945, 0.03)
  const selected = shade(0.93, 0.035)
  const darkTint = shade(0.29, 0.035)
  const darkSelected = shade(0.31, 0.04)
  const darkLeaf = readableOn({ lightness: 0.74, chroma: Math.min(chroma, 0.13), hue }, grounds.dark, 1)
  return {
    light: {
      leaf,
      'on-leaf': '#ffffff',
      'leaf-hover': hexFrom({ ...oklchOf(leaf), lightness: Math.max(oklchOf(leaf).lightness - 0.06, 0) }),
      'leaf-text': readableOn(oklchOf(leaf), [tint, selected, ...grounds.light], -1),
      'leaf-tint': tint,
      selected,
    },
    dark: {
      leaf: darkLeaf,
      'on-leaf': shade(0.2, 0.035),
      'leaf-hover': shade(0.8, 0.12),
      'leaf-text': readableOn(
        { lightness: 0.8, chroma: Math.min(chroma, 0.12), hue },
        [darkTint, darkSelected, ...grounds.dark],
        1,
      ),
      'leaf-tint': darkTint,
      selected: darkSelected,
    },
  }
}
