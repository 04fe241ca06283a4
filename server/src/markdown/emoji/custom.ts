const folder = (realmId: number) => `user_avatars/${realmId}/emoji/images`

/** Where the picture of an emoji that the organization made itself is stored. */
export const emojiKey = (realmId: number, fileName: string) => `${folder(realmId)}/${fileName}`
/** The same standing still, if it moves. */
export const stillKey = (realmId: number, fileName: string) =>
  `${folder(realmId)}/still/${fileName.replace(/\.\w+$/, '')}.png`

/** Where browsers find it. */
export const customEmojiUrl = (realmId: number, fileName: string) => `/${emojiKey(realmId, fileName)}`
export const stillUrl = (realmId: number, fileName: string) => `/${stillKey(realmId, fileName)}`
