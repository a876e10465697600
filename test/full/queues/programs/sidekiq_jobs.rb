# What an application with Sidekiq does, in processes that can be killed.
require "sidekiq"

Sidekiq.configure_client { |config| config.redis = {url: ENV["REDIS"]} }
Sidekiq.configure_server do |config|
  config.redis = {url: ENV["REDIS"]}
  config.average_scheduled_poll_interval = 1
end

class CreateTicket
  include Sidekiq::Worker
  sidekiq_options retry: 1
  sidekiq_retry_in { 1 }

  def perform(event, mode)
    File.write(ENV["MADE"], "#{event["event_id"]} #{jid} #{Time.now.to_f}\n", mode: "a")
    sleep 600 if mode == "hang" && ENV["HOW"] == "hang"
    raise IOError, "ETIMEDOUT after POST /tickets of a secret" if mode == "fail"
  end
end
