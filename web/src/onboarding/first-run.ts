import type { InitialState } from '@loquat/contract'
import { create } from 'zustand'
import { takeFirstLogin } from '../device/first-login.ts'
import { ownStorage } from '../device/shared-computer.ts'
import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { myId, onEvents, org } from '../session/session.ts'
import { isStepLeft, markStep } from './onboarding-steps.ts'
import { isNewOrganization } from './owner-setup.ts'

export const firstSteps = ['message', 'picture', 'notifications', 'topic'] as const
export type FirstStep = (typeof firstSteps)[number]

const storageKey = 'first-run'
const followedPolicy = 3

interface FirstRunState {
  /** Whether this device shows the first steps: from the first login on, until they are done or dismissed. */
  isOpen: boolean
  /** The user has just joined: the compose box opens. */
  isArriving: boolean
  hasSent: boolean
  permission: NotificationPermission | 'unsupported'
}

const currentPermission = () =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission

export const useFirstRun = create<FirstRunState>(() => ({
  isOpen: false,
  isArriving: false,
  hasSent: false,
  permission: currentPermission(),
}))

/**
 * People who accept an invitation arrive at an address with `?welcome`; call before the router rewrites it. The first steps are for everyone
 * who logs in for the first time, except owners of a new organization, who have a setup of their own.
 */
export function startFirstRun(): void {
  const isArriving = new URLSearchParams(location.search).has('welcome')
  const isFirstLogin = takeFirstLogin(myId())
  if (isArriving || isFirstLogin) ownStorage().setItem(storageKey, 'open')
  const isNewOwner = isNewOrganization(org())
  const isOpen = ownStorage().getItem(storageKey) !== null && isStepLeft(org(), 'first_steps') && !isNewOwner
  useFirstRun.setState({ isOpen, isArriving })
  if (!isOpen) ownStorage().removeItem(storageKey)
  else void watchFirstMessage(isArriving)
}

/** Notices the first own message, sent now or earlier on another device. */
async function watchFirstMessage(isArriving: boolean): Promise<void> {
  const stop = onEvents((events) => {
    if (!events.some((event) => event.type === 'message' && event.message.sender_id === myId())) return
    useFirstRun.setState({ hasSent: true })
    stop()
  })
  if (isArriving) return
  await attempt(async () => {
    const narrow = [{ operator: 'sender', operand: myId(), negated: false }]
    const { messages } = await api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0, narrow })
    if (messages.length > 0) useFirstRun.setState({ hasSent: true })
  })
}

export const finishArrival = () => useFirstRun.setState({ isArriving: false })

/** Steps that are done, as the state of the user shows. */
export function doneFirstSteps(
  state: InitialState,
  { hasSent, permission }: Pick<FirstRunState, 'hasSent' | 'permission'>,
): readonly FirstStep[] {
  const isDone: Record<FirstStep, boolean> = {
    message: hasSent,
    picture: state.avatar_source === 'U' || state.realm_avatar_changes_disabled === true,
    // Refusing is an answer, too.
    notifications: permission !== 'default',
    // Sending a message may change the policy of its topic; following is the user's own choice or setting.
    topic: (state.user_topics ?? []).some((one) => one.visibility_policy === followedPolicy),
  }
  return firstSteps.filter((step) => isDone[step])
}

/** Ends the first steps for good, on every device. */
export function endFirstSteps(): void {
  useFirstRun.setState({ isOpen: false })
  ownStorage().removeItem(storageKey)
  void markStep('first_steps')
}

export async function allowNotifications(): Promise<void> {
  await Notification.requestPermission()
  useFirstRun.setState({ permission: currentPermission() })
}
