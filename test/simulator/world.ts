// One system with its people, its sender, its app, its queue and its target, as numbers and switches. Milliseconds throughout.

/** Something that somebody did. Acts with one wish want one task between them. */
export interface Act {
  readonly kind: 'message' | 'edit' | 'click' | 'reaction' | 'issue' | 'label';
  readonly wish: number;
  readonly after: number;
  readonly actor: string;
  /** Acts on one thing have one number. */
  readonly thing: number;
  readonly mentions: boolean;
  /** The client sent it a second time on its own: another ts, the same client_msg_id. */
  readonly resent?: boolean;
}

export interface Hook {
  readonly id: string;
  readonly app: string;
  readonly types: readonly string[];
}

/** `claim`: asked and marked in one step. `get-set`: in two. `search`: the target is asked whether it has the task. */
export interface GuardPlan {
  readonly kind: 'none' | 'claim' | 'get-set' | 'search';
  /** `app`: each app has a store of its own. */
  readonly store: 'shared' | 'app' | 'process';
  readonly key: 'subject' | 'event' | 'workspace' | 'delivery' | 'ts' | 'text';
  readonly ttl: number;
  /** For `get-set`: from the question to the mark. Infinite: when the work is done. */
  readonly markAfter: number;
  /** A claim is given back before what it protects is made. */
  readonly releasesEarly: boolean;
}

export interface World {
  readonly seed: number;
  readonly provider: 'slack' | 'github';
  readonly transport: 'http' | 'socket' | 'poll';
  readonly acts: readonly Act[];
  readonly hooks: readonly Hook[];
  readonly sender: {
    /** The same event once more, without a mark: after a reconnect, or because somebody asked for it. */
    readonly repeats: readonly number[];
    /** One thing under several event ids. */
    readonly copies: readonly number[];
    /** A channel that two workspaces share. */
    readonly workspaces: number;
    /** The first attempt does not get through to the app. */
    readonly isCutOff: boolean;
  };
  readonly edge: {
    readonly isThere: boolean;
    readonly travel: number;
    readonly strips: boolean;
    /** It writes no log. */
    readonly isSilent: boolean;
    /** A request is sent on twice, so much later. */
    readonly doubles: number;
  };
  readonly app: {
    readonly instances: number;
    /** Every consumer gets everything, and works on it. */
    readonly consumers: number;
    /** Another connection with the same token, whose owner makes nothing. */
    readonly strangers: number;
    readonly boot: number;
    readonly backlog: number;
    readonly authorize: number;
    readonly restartsAfter: number;
    readonly answers: 'first' | 'after-work' | 'never' | 'error';
    readonly work: number;
    readonly listeners: number;
    readonly dropsRetries: boolean;
    readonly takesEdits: boolean;
    readonly takesOwn: boolean;
    readonly replies: boolean;
    readonly crashes: 'no' | 'before-create' | 'before-enqueue';
    readonly writes: number;
  };
  readonly guard: GuardPlan;
  readonly queue: {
    readonly isThere: boolean;
    readonly enqueues: number;
    readonly lease: number;
    readonly work: number;
    readonly retryAfter: number;
    /** What happens to the first attempt after the create. */
    readonly ends: 'well' | 'failed' | 'killed';
  };
  readonly target: {
    readonly latency: number;
    /** The first answer never comes, or says 504, though the task was made. */
    readonly loses: 'nothing' | 'answer' | 'status';
    readonly patience: number;
    /** How long after the silence the client asks again; the queue does it where there is one. */
    readonly againAfter: number;
    readonly indexLag: number;
    readonly refuses: boolean;
    readonly adds: 'nothing' | 'rule' | 'library' | 'callback';
  };
}

/** How everything is when nothing is wrong. */
export const healthy: World = {
  seed: 1,
  provider: 'slack',
  transport: 'http',
  acts: [{ kind: 'message', wish: 1, after: 0, actor: 'U0ASH', thing: 1, mentions: false }],
  hooks: [{ id: 'H1', app: 'A0DESK', types: ['message', 'block_actions', 'reaction_added', 'issues'] }],
  sender: { repeats: [], copies: [], workspaces: 1, isCutOff: false },
  edge: { isThere: false, travel: 0, strips: false, isSilent: false, doubles: 0 },
  app: {
    instances: 1,
    consumers: 1,
    strangers: 0,
    boot: 0,
    backlog: 0,
    authorize: 0,
    restartsAfter: 0,
    answers: 'first',
    work: 200,
    listeners: 1,
    dropsRetries: false,
    takesEdits: false,
    takesOwn: false,
    replies: false,
    crashes: 'no',
    writes: 1,
  },
  guard: {
    kind: 'claim',
    store: 'shared',
    key: 'subject',
    ttl: 7 * 24 * 3_600_000,
    markAfter: 0,
    releasesEarly: false,
  },
  queue: { isThere: false, enqueues: 1, lease: 60_000, work: 300, retryAfter: 10_000, ends: 'well' },
  target: {
    latency: 300,
    loses: 'nothing',
    patience: 10_000,
    againAfter: 0,
    indexLag: 0,
    refuses: false,
    adds: 'nothing',
  },
};
