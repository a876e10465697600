// One arrival as it is written down: the delivery always, the event when it is wanted.

export interface Arrival {
  readonly delivery_id: string;
  readonly provider: string;
  readonly workspace_id: string;
  readonly app_id: string | undefined;
  readonly event_id: string;
  readonly transport: 'http' | 'socket';
  readonly route: string | undefined;
  readonly envelope_id: string | undefined;
  readonly request_id: string | undefined;
  readonly retry_num: number | undefined;
  readonly retry_reason: string | undefined;
  /** ISO 8601, by the clock of the process, as all times of deliveries are. */
  readonly sent_at: string | undefined;
  readonly received_at: string;
  readonly body_digest: string | undefined;
  readonly instance_id: string;
  readonly deployment_version: string | undefined;
  /** Undefined: ours, but nobody wants it. */
  readonly event: ArrivedEvent | undefined;
}

export interface ArrivedEvent {
  readonly event_type: string | undefined;
  readonly event_subtype: string | undefined;
  readonly subject: string | undefined;
  readonly source_event_key: string;
  readonly channel: string | undefined;
  readonly ts: string | undefined;
  readonly event_time: string | undefined;
  readonly filter_version: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
  /** Of signed bytes that come once: whoever sends them again under another id sends the same event. */
  readonly body_mark?: string | undefined;
  /** Due to any worker only after so many milliseconds: until then it is left to the process that registers it. */
  readonly hold_ms?: number | undefined;
}
