import type { InitialState } from '@loquat/contract'
import { create } from 'zustand'
import { channelsById } from '../channels/channels.ts'
import { ownStorage } from '../device/shared-computer.ts'
import { isRecord, stringsOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'
import { org } from '../session/session.ts'
import { isStepLeft, markStep } from './onboarding-steps.ts'

export const setupSteps = ['names', 'invite', 'channel', 'icon', 'import', 'email'] as const
export type SetupStep = (typeof setupSteps)[number]

interface OwnerSetupState {
  isOpen: boolean
  /** Steps that were done or skipped here, regardless of the state of the organization. */
  finished: readonly SetupStep[]
}

const storageKey = 'owner-setup'

export const useOwnerSetup = create<OwnerSetupState>(() => ({ isOpen: false, finished: [] }))

/** Opens the panel for the owner of an organization without other users; it stays until it is dismissed or done. */
export function startOwnerSetup(): void {
  if (!isStepLeft(org(), 'owner_setup')) return
  const stored = parseJson(ownStorage().getItem(storageKey))
  if (isRecord(stored)) {
    const finished = stringsOf(stored.finished)
    useOwnerSetup.setState({
      isOpen: stored.isOpen === true,
      finished: setupSteps.filter((step) => finished.includes(step)),
    })
    const done: readonly SetupStep[] = [...useOwnerSetup.getState().finished, ...doneSteps(org())]
    if (setupSteps.every((step) => done.includes(step))) dismissSetup()
  } else if (isNewOrganization(org())) change({ isOpen: true })
}

export const isNewOrganization = (state: InitialState): boolean =>
  state.is_owner === true &&
  [...(state.realm_users ?? []), ...(state.realm_non_active_users ?? [])].every(
    (user) => user.is_bot || user.user_id === state.user_id,
  )

/** Ends the setup for good, on every device. */
export function dismissSetup(): void {
  change({ isOpen: false })
  void markStep('owner_setup')
}

export function finishStep(step: SetupStep): void {
  const { finished } = useOwnerSetup.getState()
  change({ finished: [...new Set([...finished, step])] })
}

function change(part: Partial<OwnerSetupState>): void {
  useOwnerSetup.setState(part)
  ownStorage().setItem(storageKey, JSON.stringify(useOwnerSetup.getState()))
}

/** Steps that the organization itself shows to be done. */
export function doneSteps(state: InitialState): readonly SetupStep[] {
  const isDone: Record<SetupStep, boolean> = {
    names: state.full_name !== 'Owner',
    invite: (state.realm_users ?? []).some((user) => !user.is_bot && user.user_id !== state.user_id),
    // Every organization starts with one channel.
    channel: channelsById(state).size > 1,
    icon: state.realm_icon_source === 'U',
    // Known only to the endpoint for imports: `OwnerSetup` finishes this step.
    import: false,
    email: state.server_sends_email === true,
  }
  return setupSteps.filter((step) => isDone[step])
}
