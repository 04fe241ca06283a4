/**
 * An array of texts as PostgreSQL writes it, for a parameter with `::text[]`. Faster than the driver's, which escapes each
 * text twice.
 */
export function textArray(values: readonly string[]): string {
  let literal = '{'
  for (const value of values) {
    literal += `${literal === '{' ? '"' : ',"'}${value.replace(/["\\]/g, '\\$&')}"`
  }
  return `${literal}}`
}

/** The same for numbers, with `::bigint[]`. */
export const numberArray = (values: readonly number[]) => `{${values.join()}}`
