import { importNotices, onboardingStepNames } from '@loquat/contract'
import {
  addBot,
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  runJobs,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('POST /users/me/onboarding_steps', () => {
  it('marks steps as read, and publishes the remaining ones to the user alone', async () => {
    const { carol, dave } = await createWorld()
    const { onboarding_steps: start, navigation_tour_video_url } = await carol.api.register()
    const names = onboardingStepNames.filter(
      (name) => name !== 'visibility_policy_banner' && !(importNotices as readonly string[]).includes(name),
    )
    expect(start).toEqual(
      names.map((name) => ({
        name,
        type: name === 'narrow_to_dm_with_welcome_bot_new_user' ? 'one_time_action' : 'one_time_notice',
      })),
    )
    expect(navigation_tour_video_url).toBeNull()
    const theirs = await eventsDuring(dave, async () => {
      for (const [n, onboarding_step] of names.entries()) {
        const events = await expectEventsToReproduceState(carol, () =>
          carol.api.markOnboardingStep({ onboarding_step }),
        )
        const left = names.slice(n + 1).map((name) => expect.objectContaining({ name }))
        expect(events).toMatchObject([{ type: 'onboarding_steps', onboarding_steps: left }])
      }
    })
    expect(theirs).toEqual([])
    expect((await dave.api.register()).onboarding_steps).toEqual(start)
    const again = () => carol.api.markOnboardingStep({ onboarding_step: 'intro_inbox_view_modal' })
    expect(await eventsDuring(carol, again)).toEqual([])
  })

  it('loses no step in concurrent requests', async () => {
    const { carol } = await createWorld()
    const names = ['intro_inbox_view_modal', 'intro_recent_view_modal', 'intro_resolve_topic'] as const
    await expectEventsToReproduceState(carol, () =>
      Promise.all(names.map((onboarding_step) => carol.api.markOnboardingStep({ onboarding_step }))),
    )
    const left = (await carol.api.register()).onboarding_steps?.map((step) => step.name)
    for (const name of names) expect(left).not.toContain(name)
  })

  it('accepts only known steps, and no bots', async () => {
    const world = await createWorld()
    const odd = { onboarding_step: 'lunch' } as never
    await expect(world.carol.api.markOnboardingStep(odd)).rejects.toMatchObject(
      withReason('parameter-invalid'),
    )
    const bot = await addBot(world, world.carol)
    const step = { onboarding_step: 'intro_inbox_view_modal' } as const
    await expect(bot.api.markOnboardingStep(step)).rejects.toMatchObject(withReason('caller-is-bot'))
    const delay = { schedule_navigation_tour_video_reminder_delay: 5 }
    await expect(world.carol.api.markOnboardingStep({ ...step, ...delay })).rejects.toMatchObject(
      withReason('onboarding-reminder-unavailable'),
    )
    for (const seconds of [-1, 1.5, 1e12]) {
      const request = {
        onboarding_step: 'navigation_tour_video',
        schedule_navigation_tour_video_reminder_delay: seconds,
      } as const
      await expect(world.carol.api.markOnboardingStep(request)).rejects.toMatchObject(
        withReason('parameter-invalid'),
      )
    }
  })

  it('sends one reminder of the tour when it is due', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const ask = (person: typeof carol, seconds: number) =>
      person.api.markOnboardingStep({
        onboarding_step: 'navigation_tour_video',
        schedule_navigation_tour_video_reminder_delay: seconds,
      })
    await ask(carol, 0)
    await ask(carol, 0)
    await ask(dave, 3_600)
    const received = await eventsDuring(dave, async () => {
      const reminders = await eventsDuring(carol, () => runJobs(world))
      expect(reminders).toMatchObject([
        { type: 'message', message: { sender_full_name: 'Welcome Bot', type: 'private' } },
      ])
    })
    expect(received).toEqual([])
  })
})
