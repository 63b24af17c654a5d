import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** The part of an image's configuration that is used here (OCI image specification). */
export interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, unknown>>;
}

export interface SeccompProfile {
  readonly syscalls: readonly { readonly names: readonly string[]; readonly args?: readonly object[] }[];
}

export interface Confinement {
  /** Folder of the unpacked image. */
  readonly root: string;
  readonly seccomp: SeccompProfile;
  readonly environment: Readonly<Record<string, string>>;
}

const READ_ONLY = ['nosuid', 'noexec', 'nodev', 'ro'];

/**
 * A configuration for an OCI runtime as strict as the Kubernetes manifests: read-only root, the image's user, no
 * capabilities, no new privileges. The network is the machine's, so that the caller reaches the service.
 */
export function bundle(image: ImageConfig, { root, seccomp, environment }: Confinement): object {
  const id = Number(image.User);
  const memory = (destination: string, ...options: string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', ...options],
  });
  return {
    ociVersion: '1.0.0',
    process: {
      user: { uid: id, gid: id },
      args: [...image.Entrypoint, ...image.Cmd],
      env: [...image.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
      cwd: image.WorkingDir,
      capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    hostname: 'docgen',
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev'] },
      memory('/dev', 'mode=755', 'size=65536k'),
      memory('/tmp', 'nodev', 'mode=1777'),
      ...Object.keys(image.Volumes).map((folder) =>
        memory(folder, 'nodev', `uid=${id}`, `gid=${id}`, 'mode=700'),
      ),
      { destination: '/sys', type: 'sysfs', source: 'sysfs', options: READ_ONLY },
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list', '/sys/firmware'],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
      seccomp,
    },
  };
}

export interface Container {
  /**
   * Resolves when a URL answers 200.
   * @throws Error with the output, if the container ends first, or after 60 s
   */
  ready(url: string): Promise<void>;
  /**
   * Sends SIGTERM.
   * @throws Error if the exit code is not 0
   */
  stop(): Promise<void>;
  /** Everything that the container has printed. */
  output(): string;
}

/** Starts crun with the configuration in `folder`/config.json. */
export function startContainer(folder: string, name: string): Container {
  const runtime = ['--root', `${folder}/crun`, '--cgroup-manager', 'disabled'];
  const child = spawn('crun', [...runtime, 'run', '--bundle', folder, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // `close` is emitted when all of its output has been read.
  const exit = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return {
    ready: async (url) => {
      for (const end = performance.now() + 60_000; performance.now() < end; await setTimeout(100)) {
        if (child.exitCode !== null) throw new Error(`The container ended:\n${output}`);
        if (
          await fetch(url).then(
            ({ ok }) => ok,
            () => false,
          )
        )
          return;
      }
      throw new Error(`The container is not ready after 60 s:\n${output}`);
    },
    stop: async () => {
      if (child.exitCode === null) execFileSync('crun', [...runtime, 'kill', name, 'TERM']);
      await exit;
      if (child.exitCode !== 0) throw new Error(`The container ended with ${child.exitCode}:\n${output}`);
    },
    output: () => output,
  };
}
