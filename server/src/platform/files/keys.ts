/** The storage folder for pictures of an organization: avatars, icons, custom emoji. */
export const pictureFolder = (realmId: number) => `user_avatars/${realmId}`

/** The storage key of a picture. With a leading slash, its URL path. */
export const pictureKey = (realmId: number, path: string) => `${pictureFolder(realmId)}/${path}`
