export interface StepProps {
  isDone: boolean
  /** Called when the step was skipped, or is done and has no result to show: the next one opens. */
  onLeave: () => void
}
