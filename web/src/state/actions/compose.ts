export { composeTo, newDirectMessage as openNewDirect, newTopic as openNewMessage } from '../compose.ts'
