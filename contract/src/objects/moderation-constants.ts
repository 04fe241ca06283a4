/** Why a message is reported. `norms` are the rules of the organization. */
export const reportTypes = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const
export type ReportType = (typeof reportTypes)[number]

/** The content of a hidden message, for clients that know nothing of moderation. */
export const hiddenContent = 'Hidden by a moderator'

/** No markup produces this class, so nobody can make a message look hidden. */
export const hiddenClass = 'hidden-by-moderator'
export const hiddenHtml = `<p class="${hiddenClass}"><em>${hiddenContent}</em></p>`
