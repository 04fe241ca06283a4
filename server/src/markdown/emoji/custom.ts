const folder = (realmId: number) => `user_avatars/${realmId}/emoji/images`

/** Storage key of a custom emoji's picture. */
export const emojiKey = (realmId: number, fileName: string) => `${folder(realmId)}/${fileName}`
/** Storage key of the still frame of an animated emoji. */
export const stillKey = (realmId: number, fileName: string) =>
  `${folder(realmId)}/still/${fileName.replace(/\.\w+$/, '')}.png`

/** URL of a custom emoji's picture. */
export const customEmojiUrl = (realmId: number, fileName: string) => `/${emojiKey(realmId, fileName)}`
export const stillUrl = (realmId: number, fileName: string) => `/${stillKey(realmId, fileName)}`
