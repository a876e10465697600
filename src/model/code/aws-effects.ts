// What a call of boto3 does: one client for everything, told apart by the name of the service that it was made for.
import type { EffectKind } from './effects.ts';
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Call } from './syntax.ts';

const client = /^(boto3|aioboto3)(\.(session\.)?Session\(\))?\.client\(\)\.(\w+)$/;

const queue = /^boto3\.resource\(\)\.(get_queue_by_name|Queue|Topic)\(\)\.(send_messages?|publish)$/;

/** Undefined: no client of boto3, or nothing that is known to wait long or to make something. */
export function awsEffect(
  program: Program,
  path: string,
  call: Call,
  scope: Scope,
): { readonly kind: EffectKind; readonly creates: boolean } | undefined {
  if (queue.test(path)) return { kind: 'queue', creates: true };
  const method = client.exec(path)?.[4];
  if (method === undefined || call.callee.form !== 'member') return undefined;
  const made = program.evaluate(call.callee.object, scope);
  const service = made?.is === 'outside' && made.made ? nameOf(program, made.made.call, made.made.scope) : undefined;
  switch (service) {
    case 'bedrock-runtime':
    case 'bedrock-agent-runtime':
      return /^(invoke|converse|retrieve)/.test(method) ? { kind: 'model', creates: false } : undefined;
    case 'lambda':
      return method === 'invoke' ? invocation(program, call, scope) : undefined;
    case 'sqs':
    case 'sns':
    case 'events':
    case 'kinesis':
    case 'stepfunctions':
      return /^(send_message|publish|put_|start_execution)/.test(method) ? { kind: 'queue', creates: true } : undefined;
    case 'ses':
    case 'sesv2':
      return /^send_/.test(method) ? { kind: 'mail', creates: true } : undefined;
    default:
      return service !== undefined && others.test(service) && asking.test(method)
        ? { kind: 'http', creates: false }
        : undefined;
  }
}

/** Whatever else is asked or told over the network; what DynamoDB is asked is for those who look at databases. */
const others =
  /^(s3|ec2|ecs|eks|ecr|cloudformation|codepipeline|codebuild|codedeploy|athena|glue|ce|rds|autoscaling|route53|cloudfront|textract|transcribe|comprehend|translate|rekognition|polly|sagemaker-runtime|lex-runtime|lexv2-runtime|connect|organizations|support)$/;

/** An address with a signature in it is made here. */
const asking =
  /^(?!generate_presigned|get_(paginator|waiter))(get|list|describe|put|create|update|delete|start|stop|upload|download|run|execute|invoke|detect|translate|assume|send|filter|terminate|reboot|head|copy|post|recognize|synthesize)_\w+$/;

function nameOf(program: Program, call: Call, scope: Scope): string | undefined {
  const arg = call.args.find(({ keyword }) => keyword === undefined || keyword === 'service_name');
  const name = program.constant(arg?.value, scope);
  return typeof name === 'string' ? name : undefined;
}

/** `Event` is put into a queue; without it whoever asks waits for the answer. */
function invocation(program: Program, call: Call, scope: Scope): { kind: EffectKind; creates: boolean } | undefined {
  const type = call.args.find(({ keyword }) => keyword === 'InvocationType')?.value;
  const word = type === undefined ? 'RequestResponse' : program.constant(type, scope);
  if (word === 'Event') return { kind: 'queue', creates: true };
  return word === 'RequestResponse' && !call.args.some(({ isSpread }) => isSpread)
    ? { kind: 'http', creates: false }
    : undefined;
}
