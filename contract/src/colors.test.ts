import { describe, expect, it } from 'vitest'
import { accentShades, contrastOf, minContrast, nearestAccent } from './colors.ts'

/** All corners and edges of the color space, and colors in between. */
const steps = ['00', '33', '66', '99', 'cc', 'ff']
const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

describe('Contrast', () => {
  it('is that of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
    expect(contrastOf('#ff0000', '#ffffff')).toBeCloseTo(4, 2)
  })
})

describe('The nearest accent', () => {
  it('is the color itself if white text on it is readable, and else a darker one of the same hue', () => {
    expect(nearestAccent('#1D6F5B')).toBe('#1d6f5b')
    expect(nearestAccent('#ff0000')).toBe('#e81b12')
    for (const color of colors)
      expect(contrastOf(nearestAccent(color), '#ffffff'), color).toBeGreaterThanOrEqual(minContrast)
  })
})

describe('The shades of an accent', () => {
  it('are readable for every color, in light and dark', () => {
    const texts = { light: '#241f18', dark: '#ebe7e1' }
    for (const color of colors) {
      const shades = accentShades(color)
      for (const theme of ['light', 'dark'] as const) {
        const { leaf, selected, ...others } = shades[theme]
        for (const [front, back] of [
          [others['on-leaf'], leaf],
          [others['on-leaf'], others['leaf-hover']],
          [others['leaf-text'], others['leaf-tint']],
          [others['leaf-text'], selected],
          [texts[theme], selected],
          [leaf, theme === 'light' ? '#f1ede5' : '#292520'],
        ] as const)
          expect(contrastOf(front, back), `${color} ${theme} ${front} ${back}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})
