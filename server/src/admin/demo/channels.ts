export interface DemoChannel {
  description: string
  isPrivate?: true
  /** Only administrators can post. */
  isForNews?: true
}

/** The channels of the story. `general` exists in every organization. */
export const channels = {
  general: { description: 'For everyone, about anything' },
  announcements: { description: 'Things everybody has to know. Short.', isForNews: true },
  design: { description: 'How things look, in print, on screen and in the hand' },
  hardware: { description: 'Steel, ash, plastic and the Probe' },
  'web shop': { description: 'The shop, its orders and what goes wrong between them' },
  support: { description: 'Customers and what we promised them' },
  ops: { description: 'Servers, deliveries and other moving parts. Watchman reports here.' },
  hiring: { description: 'Applications. What is said here stays here.', isPrivate: true },
  random: { description: 'Not work' },
} as const satisfies Record<string, DemoChannel>

export type ChannelName = keyof typeof channels

export const channelNames = Object.keys(channels) as ChannelName[]
