import { Emoji } from '../emoji/Emoji.tsx'
import { useOrg } from '../session/session.ts'

/** The emoji of a user's status. */
export function StatusEmoji({ userId }: { userId: number }) {
  const status = useOrg((org) => org.user_status?.[String(userId)])
  if (status?.emoji_name === undefined || status.emoji_name === '') return null
  return (
    <Emoji
      name={status.emoji_name}
      code={status.emoji_code ?? ''}
      type={status.reaction_type ?? 'unicode_emoji'}
      title={status.status_text ?? ''}
    />
  )
}
