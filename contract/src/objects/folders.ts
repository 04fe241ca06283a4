import { z } from 'zod'

/** Maximum number of channel folders of an organization, including archived ones. */
export const maxChannelFolders = 200
/** Lengths are counted in code points. */
export const maxFolderNameLength = 60
export const maxFolderDescriptionLength = 500

/** A named set of channels of the organization, for sidebars. Channels name their folder in `folder_id`. */
export const channelFolderObject = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  creator_id: z.int().nullable(),
  date_created: z.int(),
  is_archived: z.boolean(),
})
export type ChannelFolderObject = z.output<typeof channelFolderObject>

/** How a user wants to see the folders. `order` lists the folders that they ordered themselves. */
export const folderPreferences = {
  order: z.array(z.int()),
  collapsed: z.array(z.int()),
}
export const folderPreferencesObject = z.strictObject(folderPreferences)
export type FolderPreferencesObject = z.output<typeof folderPreferencesObject>
