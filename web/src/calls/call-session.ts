import { ApiError } from '@loquat/client'
import type { CallObject } from '@loquat/contract'
import { create } from 'zustand'
import { wireRecipient } from '../compose/wire-recipient.ts'
import type { Conversation } from '../navigation/conversation.ts'
import { api, csrfToken } from '../session/api.ts'
import { myId, onEvents, onFreshState, queueId } from '../session/session.ts'
import { showErrorToast, showToast } from '../shell/toasts.ts'
import { onCall, putCall, useCalls } from './call-state.ts'
import { Levels } from './levels.ts'
import { type ChosenDevices, LocalMedia, type MediaProblem, problemOf } from './local-media.ts'
import { type OutgoingTracks, Peer } from './peer.ts'
import { stopRinging } from './ringing.ts'

const renewMs = 15_000

interface CallState {
  status: 'none' | 'joining' | 'joined'
  callId: number
  participantId: number
  isMuted: boolean
  hasCamera: boolean
  sharesScreen: boolean
  problem: MediaProblem | undefined
  speaking: ReadonlySet<number>
  devices: ChosenDevices
  /** Changes whenever a track or connection does. */
  version: number
}

const initial: CallState = {
  status: 'none',
  callId: 0,
  participantId: 0,
  isMuted: false,
  hasCamera: false,
  sharesScreen: false,
  problem: undefined,
  speaking: new Set(),
  devices: {},
  version: 0,
}

/** The call that this tab takes part in. */
export const useCallSession = create<CallState>(() => initial)
const state = useCallSession.getState
const change = (part: Partial<CallState>) => useCallSession.setState(part)

/** Connections to the other participants, by participant. */
const peers = new Map<number, Peer>()
let configuration: RTCConfiguration = {}
let media = new LocalMedia(() => {})
let levels: Levels | undefined
let stops: (() => void)[] = []

export const peerOf = (participantId: number): Peer | undefined => peers.get(participantId)
export const ownTracks = (): OutgoingTracks => media.tracks

/** Starts a call in a conversation, or joins the one in progress. */
export async function callIn(conversation: Conversation): Promise<void> {
  try {
    const { call } = await api.startCall(wireRecipient(conversation))
    putCall(call)
    await joinCall(call.call_id)
  } catch (error) {
    showErrorToast(error)
  }
}

export async function joinCall(callId: number): Promise<void> {
  if (state().status !== 'none') {
    if (state().callId === callId) return
    await leaveCall()
  }
  change({ ...initial, status: 'joining', callId })
  useCalls.setState({ joinedId: callId })
  stopRinging()
  media = new LocalMedia((kind) => {
    if (kind === 'camera') change({ hasCamera: false })
    else if (kind === 'screen') change({ sharesScreen: false })
    else change({ problem: 'missing', isMuted: true })
    void tracksChanged()
  })
  try {
    await media
      .openMicrophone()
      .catch((error: unknown) => change({ problem: problemOf(error), isMuted: true }))
    await enter(callId)
    start()
  } catch (error) {
    reset()
    showErrorToast(error)
  }
}

/** Joins on the server, and connects to everyone there. */
async function enter(callId: number): Promise<void> {
  const { isMuted, hasCamera } = state()
  const joined = await api.joinCall({
    call_id: callId,
    queue_id: queueId(),
    is_muted: isMuted,
    has_camera: hasCamera,
  })
  configuration = {
    iceServers: joined.ice_servers.map((server) => ({ ...server })),
    iceTransportPolicy: joined.relay_only ? 'relay' : 'all',
  }
  closePeers()
  change({ status: 'joined', participantId: joined.participant_id })
  putCall(joined.call)
  connectTo(joined.call)
}

function start(): void {
  levels = new Levels((speaking) => change({ speaking }))
  followLevels()
  const timer = setInterval(() => void renew(), renewMs)
  const leaveWithPage = () => leaveOnServer(true)
  addEventListener('pagehide', leaveWithPage)
  stops = [
    () => clearInterval(timer),
    () => removeEventListener('pagehide', leaveWithPage),
    onCall((call) => call.call_id === state().callId && connectTo(call)),
    onEvents((events) => {
      for (const event of events) {
        if (event.type === 'call_signal' && event.to_participant_id === state().participantId)
          peers.get(event.participant_id)?.receive(event.data)
      }
    }),
    // Signals go to the queue, which is another one now.
    onFreshState(() => void rejoin()),
  ]
}

function connectTo(call: CallObject): void {
  const { participantId, callId } = state()
  if (call.call_id !== callId || participantId === 0) return
  if (
    call.ended_timestamp !== null ||
    !call.participants.some((one) => one.participant_id === participantId)
  ) {
    // Another device took over, or the lease ended while this one slept.
    const isElsewhere = call.participants.some(
      (one) => one.participant_id > participantId && one.user_id === myId(),
    )
    if (call.ended_timestamp === null && !isElsewhere) void rejoin()
    else {
      reset()
      showToast(isElsewhere ? 'calls.elsewhere' : 'calls.ended')
    }
    return
  }
  const others = call.participants.filter((one) => one.participant_id !== participantId)
  for (const [id, peer] of peers) {
    if (others.some((one) => one.participant_id === id)) continue
    peer.close()
    peers.delete(id)
  }
  for (const { participant_id: id } of others)
    if (!peers.has(id)) peers.set(id, connect(callId, participantId, id))
  touch()
}

function connect(callId: number, from: number, to: number): Peer {
  return new Peer({
    configuration,
    isLater: from > to,
    tracks: media.tracks,
    send: (data) =>
      api.sendCallSignal({ call_id: callId, participant_id: from, to_participant_id: to, data }),
    onChange: touch,
  })
}

function touch(): void {
  change({ version: state().version + 1 })
  followLevels()
}

function followLevels(): void {
  levels?.follow(state().participantId, state().isMuted ? null : media.tracks.microphone)
  for (const [id, peer] of peers) levels?.follow(id, peer.microphone.getAudioTracks()[0])
  levels?.keepOnly(new Set([...peers.keys(), state().participantId]))
}

/** Renews the participation, and tells others what is on. */
async function renew(): Promise<void> {
  const { callId, participantId, isMuted, hasCamera, sharesScreen } = state()
  try {
    const { call } = await api.updateCallParticipant({
      call_id: callId,
      participant_id: participantId,
      is_muted: isMuted,
      has_camera: hasCamera,
      shares_screen: sharesScreen,
    })
    putCall(call)
  } catch (error) {
    // Without a network, the next attempt follows.
    if (error instanceof ApiError && error.status === 404 && participantId === state().participantId)
      await rejoin()
  }
}

let rejoining: Promise<void> | undefined

async function rejoin(): Promise<void> {
  if (state().status !== 'joined') return
  rejoining ??= enter(state().callId)
    .then(() => renew())
    .catch((error: unknown) => {
      reset()
      showErrorToast(error)
    })
    .finally(() => {
      rejoining = undefined
    })
  await rejoining
}

async function tracksChanged(): Promise<void> {
  await Promise.all([...peers.values()].map((peer) => peer.setTracks(media.tracks)))
  touch()
  await renew()
}

async function open(kind: keyof OutgoingTracks, deviceId?: string): Promise<boolean> {
  try {
    if (kind === 'microphone') await media.openMicrophone(deviceId)
    else if (kind === 'camera') await media.openCamera(deviceId)
    else await media.openScreen()
    change({ problem: undefined })
    return true
  } catch (error) {
    // Closing the choice of a screen is no problem.
    if (kind !== 'screen' || problemOf(error) !== 'denied') change({ problem: problemOf(error) })
    return false
  }
}

export async function toggleMicrophone(): Promise<void> {
  const { isMuted, devices } = state()
  if (isMuted && media.tracks.microphone === null && !(await open('microphone', devices.microphone))) return
  if (media.tracks.microphone !== null) media.tracks.microphone.enabled = isMuted
  change({ isMuted: !isMuted })
  await tracksChanged()
}

export async function toggleCamera(): Promise<void> {
  const { hasCamera, devices } = state()
  if (hasCamera) media.close('camera')
  else if (!(await open('camera', devices.camera))) return
  change({ hasCamera: !hasCamera })
  await tracksChanged()
}

export async function toggleScreen(): Promise<void> {
  const { sharesScreen } = state()
  if (sharesScreen) media.close('screen')
  else if (!(await open('screen'))) return
  change({ sharesScreen: !sharesScreen })
  await tracksChanged()
}

export async function chooseDevice(kind: 'microphone' | 'camera', deviceId: string): Promise<void> {
  change({ devices: { ...state().devices, [kind]: deviceId } })
  if (media.tracks[kind] !== null && (await open(kind, deviceId))) await tracksChanged()
}

/** Leaves the call, and offers to return while others are in it. */
export async function hangUp(): Promise<void> {
  const { callId, status } = state()
  if (status === 'none') return
  await leaveCall()
  const call = useCalls.getState().calls[callId]
  const others = call?.participants.filter(({ user_id }) => user_id !== myId()) ?? []
  if (others.length > 0)
    showToast('calls.left', { action: { label: 'calls.rejoin', run: () => void joinCall(callId) } })
}

export async function leaveCall(): Promise<void> {
  const left = leaveOnServer(false)
  reset()
  await left
}

/** `isClosing`: the page goes away, and the request must outlive it. */
async function leaveOnServer(isClosing: boolean): Promise<void> {
  const { status, callId, participantId } = state()
  if (status !== 'joined') return
  await fetch(`/json/calls/${callId}/participants/${participantId}`, {
    method: 'DELETE',
    keepalive: isClosing,
    headers: { 'x-csrf-token': csrfToken() ?? '' },
  }).catch(() => {})
}

function closePeers(): void {
  for (const peer of peers.values()) peer.close()
  peers.clear()
}

function reset(): void {
  for (const stop of stops) stop()
  stops = []
  levels?.close()
  levels = undefined
  closePeers()
  media.closeAll()
  useCallSession.setState(initial, true)
  useCalls.setState({ joinedId: undefined })
}
