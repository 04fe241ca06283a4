/** The hue of a channel color. Lightness and chroma come from the theme. */
export function hueOf(color: string | undefined): number {
  const [, r = '0', g = '0', b = '0'] = /^#(..)(..)(..)$/.exec(color ?? '') ?? []
  const linear = [r, g, b].map((part) => {
    const value = Number.parseInt(part, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const [red, green, blue] = linear
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const second = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return Math.round((Math.atan2(second, a) * 180) / Math.PI + 360) % 360
}
