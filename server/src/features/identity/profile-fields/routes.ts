import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { createField, deleteField, reorderFields, updateField } from './actions.ts'
import { presentField } from './present.ts'
import { changeOwnProfile } from './profiles.ts'
import { loadFields } from './store.ts'

export const profileFieldRoutes = implement(areas.profileFields, {
  getProfileFields: async ({ app, realm }) => ({
    custom_fields: (await loadFields(app.database.db, realm.id)).map(presentField),
  }),

  createProfileField: async ({ realm, params }) => ({
    id: await createField(realm, params.field_type, {
      name: params.name,
      hint: params.hint,
      fieldData: params.field_data,
      inSummary: params.display_in_profile_summary,
      required: params.required,
      editableByUser: params.editable_by_user,
    }),
  }),

  reorderProfileFields: async ({ realm, params }) => {
    await reorderFields(realm, params.order)
    return {}
  },

  updateProfileField: async ({ realm, path, params }) => {
    await updateField(realm, path.field_id, {
      name: params.name,
      hint: params.hint,
      fieldData: params.field_data,
      inSummary: params.display_in_profile_summary,
      required: params.required,
      editableByUser: params.editable_by_user,
    })
    return {}
  },

  deleteProfileField: async ({ realm, path }) => {
    await deleteField(realm, path.field_id)
    return {}
  },

  updateProfileData: async ({ realm, user, params }) => {
    await changeOwnProfile(realm, user.id, params.data)
    return {}
  },

  deleteProfileData: async ({ realm, user, params }) => {
    await changeOwnProfile(
      realm,
      user.id,
      params.data.map((id) => ({ id, value: null })),
    )
    return {}
  },
})
