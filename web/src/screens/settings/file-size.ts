const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A formatted size: `1.2 MB`. */
export function fileSize(bytes: number, locale: string): string {
  let step = 0
  let size = bytes
  while (size >= 1_024 && step < units.length - 1) {
    size /= 1_024
    step += 1
  }
  const unit = units[step] ?? 'byte'
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: size < 10 ? 1 : 0,
  }).format(size)
}
