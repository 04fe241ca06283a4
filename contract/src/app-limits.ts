export const maxAppNameLength = 60
export const maxAppDescriptionLength = 500
export const maxRedirectUris = 10
export const maxRedirectUriLength = 500
/** Maximum number of apps that administrators can register. */
export const maxApps = 200
