// Words that everybody's systems share: they say what a thing is and never whose it is. Any other word is a name.

const words = `
  slack github gitlab stripe shopify jira linear asana trello notion zendesk pagerduty clickup servicenow freshdesk hubspot
  salesforce atlassian sns sqs pubsub cloudevents standard webhook webhooks lambda aws azure gcp gateway bullmq sidekiq celery
  redis postgres postgresql mysql mongo kafka rabbitmq rtm socket http https www com net org io dev example localhost
  message messages mention mentions app apps event events reaction reactions added removed changed deleted replied view
  submission closed block actions action shortcut slash command function executed trigger link shared thread broadcast channel
  im mpim group groups team user bot id home opened bot subtype type url verification issue issues comment comments pull request
  requests push check run runs suite release created updated edited labeled completed order orders paid payment intent charge
  invoice customer product delivery deliveries duplicate direct repeat resent retry retries timeout timed out error errors
  attempt attempts job jobs task tasks queue queues operation operations inbound instance instances record records call calls
  guard guards lock locks lease over heartbeat seen claim claims claimed dedupe dedup key keys cache store memory shared process local global
  api ip web worker workers server servers service services ingress egress bot bots subscriber consumer consumers producer
  listener listeners handler handlers cron scheduler proxy edge pod host node main master prod production staging stage test
  tests testing demo canary blue green primary secondary replica old new first second other one two a b
  log logs jsonl json ndjson gz txt csv out err stdout stderr var tmp opt srv usr data home lib etc
  econnreset econnrefused econnaborted etimedout enotfound epipe eai again abort aborted refused reset conflict unique
  violation deadlock detected network fetch failed failure invalid unauthorized forbidden not found rate limit limited too many
  internal bad unavailable stalled lost crash crashed killed signal sigkill sigterm exception operational integrity response
  connection connect write read send sent receive client operational serialization statement canceled cancelled terminated
  hang up gone exceeded deadline limit size large database sql socket ssl tls certificate expired
  ticket tickets mail email sms notify notification support incident alert tracker billing create find search update delete
  open status unresolved recent last hours hour days day minutes min days all project label field text summary title
  created updated desc asc and or is in on of by to from for with the sync async import export start stop reload
  receiver bolt express fastapi django flask rails spring next vercel heroku kubernetes docker composer events interactive
  commands interactivity options slackevents callback callbacks hook hooks api v archives browse records null undefined none
`;

export const vocabulary: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean));
