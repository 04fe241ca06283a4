/** Where the picture of an emoji that the organization made itself is found. */
export const customEmojiUrl = (realmId: number, fileName: string) =>
  `/user_avatars/${realmId}/emoji/images/${fileName}`
