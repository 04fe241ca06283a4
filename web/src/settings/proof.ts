import { create } from 'zustand'
import { api } from '../session/api.ts'
import { attempt, attemptFor, type CallOutcome, type Problem } from '../session/attempt.ts'

interface ProofQuestion {
  /** Continues the call that needs the proof, or gives it up. */
  answer: ((isProven: boolean) => void) | undefined
}

/** The question for a proof of identity, while it is open. */
export const useProofQuestion = create<ProofQuestion>(() => ({ answer: undefined }))

const isProofMissing = (problem: Problem | undefined) => problem?.body.reason === 'proof-required'

/** Makes a call. If the server wants to know first who is there, asks and repeats it. */
export async function withProofFor<T>(call: () => Promise<T>): Promise<CallOutcome<T>> {
  const outcome = await attemptFor(call)
  if (!isProofMissing(outcome.problem) || !(await askForProof())) return outcome
  return await attemptFor(call)
}

/** Like `withProofFor`, for callers that need only the failure. */
export const withProof = async (call: () => Promise<unknown>): Promise<Problem | undefined> =>
  (await withProofFor(call)).problem

async function askForProof(): Promise<boolean> {
  useProofQuestion.getState().answer?.(false)
  const isProven = await new Promise<boolean>((answer) => useProofQuestion.setState({ answer }))
  useProofQuestion.setState({ answer: undefined })
  return isProven
}

export const proveByPassword = (password: string) => attempt(() => api.proveIdentity({ password }))
export const proveByCode = (code: string) => attempt(() => api.proveIdentity({ code }))
