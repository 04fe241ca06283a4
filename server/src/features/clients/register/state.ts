import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { Directory } from '../../../directory/directory.ts'
import { loadDirectory } from '../../../directory/load.ts'
import { snapshot } from '../../../events/follower.ts'
import type { SharedFields } from '../../../http/reply/json-text.ts'
import type { Realm } from '../../../realms/realm.ts'
import { presentFolder } from '../../places/folders/present.ts'
import { botState } from './bot-state.ts'
import { channelState, defaultChannelState, defaultGroupState, subscriptionState } from './channel-state.ts'
import { indexedLists, listsOf, type MessageLists, planIndexUse } from './message-lists.ts'
import { organizationFields } from './organization-fields.ts'
import {
  groupState,
  legacySettingsState,
  peopleState,
  profileFieldState,
  settingsState,
} from './people-state.ts'
import { loadPersonal, type PersonalRow } from './personal-query.ts'
import { personalState } from './personal-state.ts'
import { type IndexUse, type SerializedState, type StateRequest, wants, wantsFolders } from './request.ts'
import { hasShared, loadShared, type SharedData, sharedAt } from './shared-cache.ts'
import { statusState } from './status-state.ts'

export interface StateAt {
  position: number
  state: SerializedState
  /** Fields of the organization that all users share. */
  fields: SharedFields
  queueId: string
}

/** Opens an event queue at a position. */
type OpenQueue = (position: number) => Promise<string>

/**
 * The state at one log position. Reads personal rows and the position in one snapshot; the directory matches
 * if it has reached that position and not changed since.
 */
export async function stateOf(
  app: App,
  realm: Realm,
  request: StateRequest,
  open: OpenQueue,
): Promise<StateAt> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const use = await planIndexUse(app, realm, request)
    const loadFrom = (db: Db) => load(db, realm, request, use)
    const { personal, position, loaded } = await (attempt === 1
      ? realm.read(loadFrom, { hasPresences: wants(request, 'presence') })
      : // A replica may be behind what the directory and the caches contain.
        loadFrom(app.database.db))
    if (realm.follower.position < position) await realm.follower.advance()
    // No await from here on, so the directory cannot change.
    const shared = sharedAt(realm, request, position, loaded)
    const lists =
      use === undefined ? listsOf(personal) : indexedLists(realm, request, use, personal, position)
    if (realm.directory.changedAt <= position && shared !== undefined && lists !== undefined) {
      // Stores the queue while the state is serialized.
      const opening = open(position)
      const state = assemble(app, realm.directory, request, personal, lists, shared)
      const fields = organizationFields(app, realm.directory, request)
      return { position, state, fields, queueId: await opening }
    }
  }
  // The organization changes too quickly; read everything from a snapshot.
  return await snapshot(app.database.db, async (db) => {
    const { personal, position } = await loadAt(db, realm, request)
    const shared = Object.fromEntries(await loadShared(db, realm, request, 'anew')) as SharedData
    const directory = await loadDirectory(db, realm.id)
    directory.url = realm.directory.url
    const state = assemble(app, directory, request, personal, listsOf(personal), shared)
    const fields = organizationFields(app, directory, request)
    return { position, state, fields, queueId: await open(position) }
  })
}

/** A single statement is its own snapshot, and suffices if all shared data is cached. */
async function load(db: Db, realm: Realm, request: StateRequest, use: IndexUse | undefined) {
  if (!hasShared(realm, request)) return await snapshot(db, (at) => loadAt(at, realm, request, use))
  const personal = await loadPersonal(db, realm.id, request, use)
  return { personal, position: positionOf(personal), loaded: new Map() }
}

async function loadAt(db: Db, realm: Realm, request: StateRequest, use?: IndexUse) {
  const personal = await loadPersonal(db, realm.id, request, use)
  return { personal, position: positionOf(personal), loaded: await loadShared(db, realm, request) }
}

const positionOf = ({ position }: PersonalRow) => position?.[0]?.last_seq ?? 0

function assemble(
  app: App,
  directory: Directory,
  request: StateRequest,
  personal: PersonalRow,
  lists: MessageLists,
  shared: SharedData,
): SerializedState {
  const { capabilities, externalAvatar } = request
  const viewer = directory.users.get(request.viewer.id) ?? request.viewer
  const view = { ...request, viewer }
  const isRequested = (type: string) => wants(request, type)
  return {
    ...(shared.profiles
      ? peopleState(
          directory,
          viewer,
          externalAvatar,
          app.config.webPublicChannels,
          shared.profiles,
          capabilities.user_list_incomplete,
        )
      : {}),
    ...(isRequested('realm_user_groups')
      ? groupState(directory, capabilities.include_deactivated_groups, request.memberRanges)
      : {}),
    ...botState(directory, app.sealer, viewer, shared.services),
    ...(isRequested('user_settings') ? settingsState(viewer) : {}),
    ...(capabilities.user_settings_object ? {} : legacySettingsState(viewer, isRequested)),
    ...(isRequested('stream') ? channelState(directory, view) : {}),
    ...(isRequested('default_streams') ? defaultChannelState(directory, view) : {}),
    ...(isRequested('default_stream_groups') ? defaultGroupState(directory, view) : {}),
    ...(shared.folders && wantsFolders(request)
      ? { channel_folders: shared.folders.map(presentFolder) }
      : {}),
    ...(personal.subscriptions
      ? subscriptionState(directory, personal.subscriptions[0]?.lines ?? null, view)
      : {}),
    ...personalState(directory, viewer, request, personal, lists),
    ...(shared.profileFields ? profileFieldState(shared.profileFields) : {}),
    ...(shared.statuses === undefined ? {} : statusState(directory, viewer, shared.statuses)),
  }
}
