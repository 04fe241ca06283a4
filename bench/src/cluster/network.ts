import { execFileSync } from 'node:child_process'

const maxNetworks = 250

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })

/** A machine of the network: a network namespace with one address. */
export interface Host {
  name: string
  address: string
}

/**
 * A private network on this machine. Every host is a network namespace, joined to the others and to this machine by a
 * bridge, so that hosts can be cut off from each other by firewall rules.
 */
export class Network {
  /** The addresses are `${prefix}.1` for this machine, and higher ones for hosts. */
  readonly prefix: string
  readonly #bridge: string
  readonly #hosts: Host[] = []

  constructor() {
    const number = createBridge()
    this.#bridge = bridgeName(number)
    this.prefix = `10.231.${number}`
    ip('address', 'add', `${this.prefix}.1/24`, 'dev', this.#bridge)
    ip('link', 'set', this.#bridge, 'up')
  }

  add(number: number): Host {
    const name = `${this.#bridge}-${number}`
    const address = `${this.prefix}.${number}`
    ip('netns', 'add', name)
    this.#hosts.push({ name, address })
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', name, 'master', this.#bridge, 'up')
    ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up')
    return { name, address }
  }

  /** Drops everything between a host and the others, silently. Without others, everything from and to the host. */
  cut({ name }: Host, others?: readonly Host[]): void {
    const peers = others?.map((host) => host.address).join(', ')
    const [from, to] =
      peers === undefined
        ? ['iifname "eth0"', 'oifname "eth0"']
        : [`ip saddr { ${peers} }`, `ip daddr { ${peers} }`]
    const rules = `table inet cut {
      chain input { type filter hook input priority 0; ${from} drop; }
      chain output { type filter hook output priority 0; ${to} drop; }
    }`
    execFileSync('ip', ['netns', 'exec', name, 'nft', '-f', '-'], { input: rules })
  }

  /** Ends a cut of a host. */
  heal({ name }: Host): void {
    execFileSync('ip', ['netns', 'exec', name, 'nft', 'flush', 'ruleset'])
  }

  /** Removes everything. Processes in the hosts must have ended. */
  remove(): void {
    for (const { name } of this.#hosts) ip('netns', 'delete', name)
    ip('link', 'delete', this.#bridge)
  }
}

/** The beginning of a command that runs in a host. It is replaced by the program, so the process ID is the same. */
export const inHost = ({ name }: Host): [string, ...string[]] => ['ip', 'netns', 'exec', name]

const bridgeName = (number: number) => `loquat${number}`

/** Another cluster may run on this machine: takes the first free number. */
function createBridge(): number {
  for (let number = 1; ; number++) {
    try {
      ip('link', 'add', bridgeName(number), 'type', 'bridge')
      return number
    } catch (error) {
      if (number === maxNetworks || !/File exists/.test(String((error as Error).message))) throw error
    }
  }
}
