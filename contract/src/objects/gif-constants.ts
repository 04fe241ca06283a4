export const gifProviders = ['giphy', 'tenor'] as const
export type GifProviderName = (typeof gifProviders)[number]

/** The ratings of the setting `giphy_rating`; each includes those before it. */
export const gifRatings = ['disabled', 'y', 'g', 'pg', 'pg-13', 'r'] as const
