import { Component, type ErrorInfo, type ReactNode } from 'react'

/** An exception that was thrown while a part of the app was drawn. */
export interface Failure {
  error: unknown
  /** Component stack of the error; empty until React reports it. */
  componentStack: string
}

interface Props {
  /** Drawn in place of the children after one of them threw. */
  fallback: (failure: Failure) => ReactNode
  /** When this changes, the children are drawn again. */
  resetKey?: unknown
  children: ReactNode
}

interface State {
  failure: Failure | undefined
  resetKey: unknown
}

/** Keeps an exception in one part of the app from unmounting the rest. Only a class can catch while React draws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error, componentStack: '' } }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return Object.is(resetKey, state.resetKey) ? null : { resetKey, failure: undefined }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ failure: { error, componentStack: componentStack ?? '' } })
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === undefined ? this.props.children : this.props.fallback(failure)
  }
}
