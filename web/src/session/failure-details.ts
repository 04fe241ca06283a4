import type { Failure } from '../components/ErrorBoundary.tsx'

export interface FailureContext {
  /** The part of the app that failed. */
  part: string
  address: string
  userAgent: string
  /** Scripts of the page: their names contain a hash of the build. */
  scripts: readonly string[]
  time: string
}

export const failureContext = (part: string): FailureContext => ({
  part,
  address: location.pathname + location.search + location.hash,
  userAgent: navigator.userAgent,
  scripts: [...document.scripts].map(({ src }) => src).filter((src) => src !== ''),
  time: new Date().toISOString(),
})

/** An error report that people can send to an administrator. Contains no message text. */
export function failureDetails({ error, componentStack }: Failure, where: FailureContext): string {
  const { name, message, stack } =
    error instanceof Error ? error : { name: 'Thrown', message: String(error), stack: undefined }
  const isInStack = stack?.includes(message) === true
  return [
    `Part: ${where.part}`,
    `Address: ${where.address}`,
    `Time: ${where.time}`,
    `Browser: ${where.userAgent}`,
    `Scripts: ${where.scripts.join(' ')}`,
    ...(isInStack ? [] : [`${name}: ${message}`]),
    ...(stack === undefined ? [] : [stack]),
    ...(componentStack === '' ? [] : [`Components:${componentStack}`]),
  ].join('\n')
}
