/** Saved searches. */
export const savedSearchDescriptions: Readonly<Record<string, string>> = {
  saved_searches: 'Whether the client handles events about saved searches.',
  'getSavedSearches.saved_searches': 'The saved searches.',
  'register.saved_searches':
    'The saved searches of the user, oldest first. Needs the capability `saved_searches`. An extension.',
  saved_search: 'The saved search.',
  saved_search_id: 'ID of the saved search.',
  'createSavedSearch.name': 'Name of the search, 1 to 60 characters.',
  'editSavedSearch.name': 'New name of the search, 1 to 60 characters.',
  query: 'Text of the search box: words and filters such as `channel:design`, 1 to 1,000 characters.',
}
